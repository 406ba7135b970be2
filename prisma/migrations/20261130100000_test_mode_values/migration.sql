-- The lane of test messages in the queue, and the statistics of test mode (docs/decisions/073).
ALTER TYPE "message_kind" ADD VALUE 'test';
ALTER TYPE "stat_metric" ADD VALUE 'test_accepted';
ALTER TYPE "stat_metric" ADD VALUE 'test_delivered';
ALTER TYPE "stat_metric" ADD VALUE 'test_failed';
ALTER TYPE "stat_metric" ADD VALUE 'test_otp_sent';
ALTER TYPE "stat_metric" ADD VALUE 'test_otp_verified';
