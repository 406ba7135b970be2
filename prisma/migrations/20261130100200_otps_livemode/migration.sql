-- AlterTable
ALTER TABLE "otps" ADD COLUMN     "livemode" BOOLEAN NOT NULL DEFAULT true;
