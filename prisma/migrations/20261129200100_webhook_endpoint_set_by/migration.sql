-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "set_by" TEXT,
ADD COLUMN     "set_from" TEXT;
