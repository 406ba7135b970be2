-- How long an account keeps texts, if not as long as their messages, and since when (docs/decisions/055).
ALTER TABLE "settings" ADD COLUMN "text_retention_days" INTEGER, ADD COLUMN "text_retention_set_at" TIMESTAMPTZ(3);

-- CreateTable: up to which message each of these accounts has no texts any more.
CREATE TABLE "text_purges" (
    "user_id" TEXT NOT NULL,
    "purged_until" TEXT NOT NULL,

    CONSTRAINT "text_purges_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "text_purges" ADD CONSTRAINT "text_purges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
