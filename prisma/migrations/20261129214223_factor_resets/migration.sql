-- CreateTable
CREATE TABLE "factor_resets" (
    "user_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "factor_resets_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "factor_resets_due_at_idx" ON "factor_resets"("due_at");

-- AddForeignKey
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
