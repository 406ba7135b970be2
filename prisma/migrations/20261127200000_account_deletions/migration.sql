-- Accounts that are to be deleted, and those that were (docs/decisions/056).

-- AlterEnum
ALTER TYPE "token_purpose" ADD VALUE 'undo_account_deletion';

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "email_kind" ADD VALUE 'account_export_ready';
ALTER TYPE "email_kind" ADD VALUE 'account_deletion_requested';
ALTER TYPE "email_kind" ADD VALUE 'account_deletion_undone';
ALTER TYPE "email_kind" ADD VALUE 'account_deleted';

-- CreateTable
CREATE TABLE "account_deletions" (
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "messages_until" TEXT NOT NULL DEFAULT '',
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
-- For the reconciler: those that are not done, which are few.
CREATE INDEX "account_deletions_open" ON "account_deletions"("due_at") WHERE "done_at" IS NULL;
