-- The daily notice of what operators rejected (docs/decisions/052).

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'dlt_drift';
