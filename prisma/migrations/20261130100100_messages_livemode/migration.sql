-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "livemode" BOOLEAN NOT NULL DEFAULT true;
