-- Tables, columns and types get the names that the code uses. Each statement changes the catalogue only, so it takes
-- milliseconds; processes of an earlier release must be stopped first, because they use the old names.

ALTER TYPE "mail_kind" RENAME TO "email_kind";
ALTER TYPE "mail_state" RENAME TO "email_state";
ALTER TYPE "email_kind" RENAME VALUE 'otp_braked' TO 'otp_throttled';
ALTER TABLE "mails" RENAME TO "emails";
ALTER INDEX "mails_pkey" RENAME TO "emails_pkey";
ALTER INDEX "mails_state_due_at_idx" RENAME TO "emails_state_due_at_idx";

ALTER TABLE "refused_requests" RENAME TO "failed_requests";
ALTER INDEX "refused_requests_pkey" RENAME TO "failed_requests_pkey";
ALTER INDEX "refused_requests_user_id_id_idx" RENAME TO "failed_requests_user_id_id_idx";

ALTER TABLE "otp_brakes" RENAME TO "otp_throttles";
ALTER TABLE "otp_throttles" RENAME COLUMN "began_at" TO "started_at";
ALTER TABLE "otp_throttles" RENAME COLUMN "least_percent" TO "min_verified_percent";
ALTER TABLE "otp_throttles" RENAME COLUMN "by_owner" TO "lifted_by_owner";
ALTER INDEX "otp_brakes_pkey" RENAME TO "otp_throttles_pkey";
ALTER INDEX "otp_brakes_user_id_idx" RENAME TO "otp_throttles_user_id_idx";
ALTER INDEX "otp_brakes_key_id_began_at_idx" RENAME TO "otp_throttles_key_id_started_at_idx";
ALTER INDEX "otp_brakes_one_on" RENAME TO "otp_throttles_one_active";
ALTER INDEX "otp_brakes_one_on_account" RENAME TO "otp_throttles_one_active_account";

ALTER TYPE "figure" RENAME TO "stat_metric";
ALTER TABLE "message_tallies" RENAME TO "stat_increments";
ALTER TABLE "stat_increments" RENAME COLUMN "what" TO "metric";
ALTER TABLE "stat_increments" RENAME COLUMN "bucket" TO "latency_bucket";
ALTER SEQUENCE "message_tallies_id_seq" RENAME TO "stat_increments_id_seq";
ALTER INDEX "message_tallies_pkey" RENAME TO "stat_increments_pkey";
ALTER INDEX "message_tallies_user_id_day_idx" RENAME TO "stat_increments_user_id_day_idx";
ALTER TABLE "daily_figures" RENAME TO "daily_stats";
ALTER TABLE "daily_stats" RENAME COLUMN "what" TO "metric";
ALTER TABLE "daily_stats" RENAME COLUMN "bucket" TO "latency_bucket";
ALTER INDEX "daily_figures_pkey" RENAME TO "daily_stats_pkey";
ALTER INDEX "daily_figures_day_idx" RENAME TO "daily_stats_day_idx";

ALTER TABLE "payment_faults" RENAME TO "payment_anomalies";
ALTER INDEX "payment_faults_pkey" RENAME TO "payment_anomalies_pkey";
ALTER INDEX "payment_faults_at_idx" RENAME TO "payment_anomalies_at_idx";

ALTER TABLE "orders" RENAME COLUMN "ask_at" TO "next_poll_at";
ALTER TABLE "orders" RENAME COLUMN "renewed_at" TO "claimed_at";
ALTER INDEX "orders_ask_at_idx" RENAME TO "orders_next_poll_at_idx";

ALTER TABLE "subscriptions" RENAME COLUMN "worth_paise" TO "value_paise";
ALTER TABLE "subscriptions" RENAME COLUMN "replaced_end" TO "original_expires_at";
ALTER TABLE "subscriptions" RENAME COLUMN "reminded_days" TO "last_reminder_days";
ALTER TABLE "subscriptions" RENAME CONSTRAINT "subscriptions_worth" TO "subscriptions_value";

ALTER TABLE "otps" RENAME COLUMN "code_sealed" TO "encrypted_code";
ALTER TABLE "messages" RENAME COLUMN "sealed_content" TO "encrypted_content";
ALTER TABLE "credentials" RENAME COLUMN "secret_sealed" TO "encrypted_secret";

ALTER TYPE "message_event_kind" RENAME VALUE 'unwritten' TO 'not_sent';
