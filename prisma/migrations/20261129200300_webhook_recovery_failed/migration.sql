-- AlterEnum
ALTER TYPE "webhook_recovery_state" ADD VALUE 'failed';

-- AlterTable
ALTER TABLE "webhook_recoveries" ADD COLUMN     "failure" TEXT;
