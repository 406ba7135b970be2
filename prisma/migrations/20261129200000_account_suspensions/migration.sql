-- CreateTable
CREATE TABLE "account_suspensions" (
    "user_id" TEXT NOT NULL,
    "suspended_at" TIMESTAMPTZ(3) NOT NULL,
    "suspended_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "notice" TEXT NOT NULL,

    CONSTRAINT "account_suspensions_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
