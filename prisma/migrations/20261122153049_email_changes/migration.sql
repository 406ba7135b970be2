-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "mail_kind" ADD VALUE 'email_change_link';
ALTER TYPE "mail_kind" ADD VALUE 'email_change_notice';

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "token_purpose" ADD VALUE 'change_email';
ALTER TYPE "token_purpose" ADD VALUE 'undo_email_change';

-- CreateTable
CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "old_email" TEXT NOT NULL,
    "old_email_key" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "new_email_key" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_old_email_key_idx" ON "email_changes"("old_email_key");

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: one change of an account waits at a time.
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes"("user_id") WHERE "confirmed_at" IS NULL AND "ended_at" IS NULL;

-- While a change can be undone nobody else gets the old address, or its holder could not have it back. It is looked
-- up after the row is written: whoever waited for the address at its unique index then sees the change.
CREATE FUNCTION "keep_address_that_can_come_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM "email_changes"
        WHERE "old_email_key" = NEW."email_key" AND "user_id" <> NEW."id"
            AND "confirmed_at" IS NOT NULL AND "undo_until" > now()
    ) THEN
        RAISE EXCEPTION 'a change from this address can still be undone' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "keep_address_that_can_come_back" AFTER INSERT OR UPDATE OF "email_key" ON "users"
    FOR EACH ROW EXECUTE FUNCTION "keep_address_that_can_come_back"();
