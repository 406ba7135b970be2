-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "request_id" TEXT;
