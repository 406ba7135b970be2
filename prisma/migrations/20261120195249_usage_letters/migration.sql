-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "mail_kind" ADD VALUE 'usage_warning';
ALTER TYPE "mail_kind" ADD VALUE 'usage_limit_reached';

-- AlterTable
ALTER TABLE "usage_periods" ADD COLUMN     "notified_percent" SMALLINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "usage_periods_ends_at_idx" ON "usage_periods"("ends_at");
