-- The notices that an endpoint was created, or that its address or its texts were changed (docs/decisions/070).

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'webhook_created';
ALTER TYPE "email_kind" ADD VALUE 'webhook_changed';
