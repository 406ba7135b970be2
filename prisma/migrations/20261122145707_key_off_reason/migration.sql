-- CreateEnum
CREATE TYPE "key_off_reason" AS ENUM ('password_reset', 'email_change_undone');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'key_created';

-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "created_from" TEXT,
ADD COLUMN     "off_reason" "key_off_reason";
