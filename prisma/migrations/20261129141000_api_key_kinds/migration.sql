ALTER TYPE "email_kind" ADD VALUE 'key_rolled';
ALTER TYPE "email_kind" ADD VALUE 'key_leaked';
ALTER TYPE "key_off_reason" ADD VALUE 'leak_reported';
