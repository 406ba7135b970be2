-- Under whose DLT identity each message is sent, and when it may be (docs/decisions/053). Columns without a value, or
-- with a constant one, are added without rewriting the tables.
ALTER TABLE "messages"
  ADD COLUMN "entity_id" TEXT,
  ADD COLUMN "promotional" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "may_wait" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "scheduled_for" TIMESTAMPTZ(3);

-- The numbers to which an account sends no promotional messages.
CREATE TABLE "suppressions" (
    "user_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("user_id","recipient")
);

ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
