-- CreateTable
CREATE TABLE "unsent_forms" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "tab" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unsent_forms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "unsent_forms_user_id_idx" ON "unsent_forms"("user_id");

-- CreateIndex
CREATE INDEX "unsent_forms_expires_at_idx" ON "unsent_forms"("expires_at");

-- AddForeignKey
ALTER TABLE "unsent_forms" ADD CONSTRAINT "unsent_forms_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
