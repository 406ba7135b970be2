-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'factors_changed';
