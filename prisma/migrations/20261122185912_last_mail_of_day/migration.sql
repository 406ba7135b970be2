-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "is_last_of_day" BOOLEAN NOT NULL DEFAULT false;
