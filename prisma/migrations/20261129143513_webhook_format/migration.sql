-- CreateEnum
CREATE TYPE "webhook_format" AS ENUM ('standard', 'twilio', 'msg91');

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "format" "webhook_format" NOT NULL DEFAULT 'standard';
