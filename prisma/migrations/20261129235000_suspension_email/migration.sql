-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'account_suspension';
