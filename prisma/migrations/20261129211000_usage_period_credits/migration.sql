-- AlterTable
ALTER TABLE "usage_periods" ADD COLUMN     "credited_api_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "credited_messages" INTEGER NOT NULL DEFAULT 0;
