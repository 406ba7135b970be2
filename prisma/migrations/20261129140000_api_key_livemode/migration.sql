-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "livemode" BOOLEAN NOT NULL DEFAULT true;
