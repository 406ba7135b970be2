-- The schema of the first release. It is what `schema.prisma` says, with what that cannot say: tables that are
-- partitioned by month, how full pages may be, columns that are computed, lists that are never null, and the part at the
-- end that begins with "By hand".

CREATE TYPE "account_export_state" AS ENUM ('queued', 'running', 'done', 'failed', 'expired');
CREATE TYPE "session_kind" AS ENUM ('browser', 'program');
CREATE TYPE "token_purpose" AS ENUM ('confirm_email', 'reset_password', 'sign_in', 'change_email', 'undo_email_change', 'undo_account_deletion');
CREATE TYPE "email_kind" AS ENUM ('welcome', 'reset_password', 'password_changed', 'login_code', 'new_sign_in', 'usage_warning', 'usage_limit_reached', 'refund_requested', 'plan_ends_soon', 'payment_received', 'otp_throttled', 'otp_code', 'dlt_suspect', 'dlt_drift', 'slack_turned_off', 'channel_connected', 'key_created', 'key_rolled', 'key_leaked', 'email_change_link', 'email_change_notice', 'dlt_header_decided', 'account_export_ready', 'account_deletion_requested', 'account_deletion_undone', 'account_deleted', 'webhook_created', 'webhook_changed', 'webhook_failing', 'webhook_disabled', 'sensitive_action');
CREATE TYPE "email_state" AS ENUM ('queued', 'sending', 'sent', 'failed');
CREATE TYPE "notification_channel_kind" AS ENUM ('sms', 'slack');
CREATE TYPE "notification_state" AS ENUM ('queued', 'sending', 'sent', 'failed');
CREATE TYPE "webhook_disabled_reason" AS ENUM ('gone', 'failing', 'account_recovered');
CREATE TYPE "webhook_event_state" AS ENUM ('pending', 'delivered', 'failed', 'discarded');
CREATE TYPE "webhook_recovery_state" AS ENUM ('running', 'done', 'failed');
CREATE TYPE "key_off_reason" AS ENUM ('password_reset', 'email_change_undone', 'leak_reported');
CREATE TYPE "subscription_status" AS ENUM ('active', 'pending_cancellation', 'expired');
CREATE TYPE "order_status" AS ENUM ('pending', 'failed', 'completed');
CREATE TYPE "payment_status" AS ENUM ('created', 'authorized', 'captured', 'refunded', 'failed');
CREATE TYPE "refund_status" AS ENUM ('requested', 'pending', 'processed', 'failed', 'declined');
CREATE TYPE "message_kind" AS ENUM ('message', 'otp', 'test');
CREATE TYPE "message_state" AS ENUM ('queued', 'submitting', 'sent', 'unknown', 'delivered', 'undelivered', 'failed', 'expired');
CREATE TYPE "message_encoding" AS ENUM ('gsm7', 'ucs2');
CREATE TYPE "erasure_state" AS ENUM ('running', 'waiting', 'done');
CREATE TYPE "text_view_way" AS ENUM ('page', 'file', 'api');
CREATE TYPE "carrier_source" AS ENUM ('settings', 'operator');
CREATE TYPE "bind_mode" AS ENUM ('transceiver', 'transmitter', 'receiver');
CREATE TYPE "part_state" AS ENUM ('sent', 'unknown', 'delivered', 'undelivered');
CREATE TYPE "message_event_kind" AS ENUM ('skipped', 'submitted', 'refused', 'unanswered', 'not_sent', 'receipt', 'expired');
CREATE TYPE "receipt_state" AS ENUM ('enroute', 'delivered', 'undelivered');
CREATE TYPE "otp_state" AS ENUM ('pending', 'verified', 'expired', 'exhausted');
CREATE TYPE "otp_channel" AS ENUM ('sms', 'email');
CREATE TYPE "otp_send_state" AS ENUM ('waiting', 'started', 'failed', 'skipped');
CREATE TYPE "otp_resend" AS ENUM ('same', 'new');
CREATE TYPE "dlt_mode" AS ENUM ('enforce', 'warn', 'off');
CREATE TYPE "dlt_registration_status" AS ENUM ('active', 'inactive', 'blacklisted');
CREATE TYPE "dlt_category" AS ENUM ('promotional', 'transactional', 'service_implicit', 'service_explicit', 'government');
CREATE TYPE "dlt_header_status" AS ENUM ('pending', 'approved', 'declined', 'inactive', 'suspended', 'blacklisted');
CREATE TYPE "dlt_header_verdict" AS ENUM ('approved', 'declined');
CREATE TYPE "dlt_template_kind" AS ENUM ('text', 'unicode');
CREATE TYPE "dlt_template_status" AS ENUM ('approved', 'pending', 'inactive', 'blacklisted');
CREATE TYPE "dlt_link_kind" AS ENUM ('url', 'url_dynamic', 'number', 'email');
CREATE TYPE "dlt_import_state" AS ENUM ('queued', 'running', 'checked', 'needs_mapping', 'done', 'failed', 'expired');
CREATE TYPE "stat_metric" AS ENUM ('accepted', 'delivered', 'failed', 'otp_sent', 'otp_verified', 'test_accepted', 'test_delivered', 'test_failed', 'test_otp_sent', 'test_otp_verified');

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "signed_up_from" TEXT,
    "signed_up_network" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_steps_hidden_at" TIMESTAMPTZ(3),
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "settings" (
    "user_id" TEXT NOT NULL,
    "rate_limiting" BOOLEAN NOT NULL DEFAULT true,
    "error_logging" BOOLEAN NOT NULL DEFAULT true,
    "request_validation" BOOLEAN NOT NULL DEFAULT false,
    "ip_filtering" BOOLEAN NOT NULL DEFAULT false,
    "allowed_addresses" TEXT[],
    "email" BOOLEAN NOT NULL DEFAULT true,
    "sms" BOOLEAN NOT NULL DEFAULT false,
    "slack" BOOLEAN NOT NULL DEFAULT false,
    "critical_alerts" BOOLEAN NOT NULL DEFAULT true,
    "message_retention_days" INTEGER,
    "message_retention_set_at" TIMESTAMPTZ(3),
    "text_retention_days" INTEGER,
    "text_retention_set_at" TIMESTAMPTZ(3),
    CONSTRAINT "settings_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "account_deletions" (
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "messages_until" TEXT NOT NULL DEFAULT '',
    "done_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "account_exports" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "state" "account_export_state" NOT NULL DEFAULT 'queued',
    "claims" INTEGER NOT NULL DEFAULT 0,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "progress" JSONB,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account_export_parts" (
    "export_id" TEXT NOT NULL,
    "file" SMALLINT NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    CONSTRAINT "account_export_parts_pkey" PRIMARY KEY ("export_id","file","part")
);

CREATE TABLE "failed_requests" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "param" TEXT,
    "client_address" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    CONSTRAINT "failed_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "avatars" (
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    CONSTRAINT "avatars_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "session_kind",
    "token_hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "identities" (
    "provider" TEXT NOT NULL,
    "provider_user_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "identities_pkey" PRIMARY KEY ("provider","provider_user_id")
);

CREATE TABLE "account_tokens" (
    "token_hash" BYTEA NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "user_id" TEXT NOT NULL,
    "bound_to" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "login_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries" SMALLINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "known_devices" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "old_email" TEXT NOT NULL,
    "old_email_key" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "new_email_key" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),
    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "emails" (
    "id" TEXT NOT NULL,
    "kind" "email_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "about" TEXT,
    "state" "email_state" NOT NULL DEFAULT 'queued',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "is_last_of_day" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_channels" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "notification_channel_kind" NOT NULL,
    "address_encrypted" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "otp_id" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failure" TEXT,
    "timeouts" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),
    "day" DATE,
    "day_count" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "channel" "notification_channel_kind" NOT NULL,
    "kind" "email_kind" NOT NULL,
    "about" TEXT,
    "state" "notification_state" NOT NULL DEFAULT 'queued',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "url_set_at" TIMESTAMPTZ(3) NOT NULL,
    "set_by" TEXT,
    "set_from" TEXT,
    "description" TEXT,
    "types" TEXT[],
    "key_ids" TEXT[],
    "includes_text" BOOLEAN NOT NULL DEFAULT true,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "max_per_second" SMALLINT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" "webhook_disabled_reason",
    "disabled_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "failing_days" SMALLINT NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "encrypted_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "subject_id" TEXT,
    "key_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "version" SMALLINT,
    "reason" TEXT,
    "data" JSONB,
    "state" "webhook_event_state" NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "last_status" SMALLINT,
    "last_error" TEXT,
    "duration_ms" INTEGER,
    "delivered_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 70);

CREATE TABLE "webhook_queue" (
    "event_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "replay_requested" BOOLEAN NOT NULL DEFAULT false,
    "worker_id" TEXT,
    "reservation" INTEGER,
    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("event_id")
) WITH (fillfactor = 50);

CREATE TABLE "webhook_attempts" (
    "event_id" TEXT NOT NULL,
    "number" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" SMALLINT,
    "error" TEXT,
    "response" TEXT,
    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("event_id","number")
);

CREATE TABLE "webhook_recoveries" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "state" "webhook_recovery_state" NOT NULL DEFAULT 'running',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "cursor" TEXT NOT NULL,
    "looked" INTEGER NOT NULL DEFAULT 0,
    "replayed" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_listeners" (
    "user_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "is_full" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("user_id","livemode")
);

CREATE TABLE "webhook_listener_events" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "type" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "subject_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "version" SMALLINT,
    "reason" TEXT,
    "data" JSONB,
    CONSTRAINT "webhook_listener_events_pkey" PRIMARY KEY ("user_id","livemode","id")
);

CREATE TABLE "credentials" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "key_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "encrypted_secret" BYTEA NOT NULL,
    "scopes" TEXT[] NOT NULL DEFAULT ARRAY['messages:send', 'otp', 'messages:read', 'dlt', 'webhooks', 'account:read']::TEXT[],
    "allowed_templates" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "allowed_services" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "allowed_addresses" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "previous_secret_hash" BYTEA,
    "encrypted_previous_secret" BYTEA,
    "previous_ends_at" TIMESTAMPTZ(3),
    "rolled_at" TIMESTAMPTZ(3),
    "rolled_from" TEXT,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "off_reason" "key_off_reason",
    "leak_reported_at" TIMESTAMPTZ(3),
    "leak_notified_at" TIMESTAMPTZ(3),
    "created_from" TEXT,
    "created_by" TEXT,
    "created_device" TEXT,
    "expires_on" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "price_paise" INTEGER NOT NULL,
    "message_limit" INTEGER NOT NULL,
    "api_call_limit" INTEGER NOT NULL,
    "delivery_weight" SMALLINT NOT NULL DEFAULT 1,
    "recommended" BOOLEAN NOT NULL DEFAULT false,
    "is_contact_sales" BOOLEAN NOT NULL DEFAULT false,
    "has_all_features" BOOLEAN NOT NULL DEFAULT false,
    "is_listed" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "features" TEXT[],
    "position" INTEGER NOT NULL,
    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "subscriptions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "status" "subscription_status" NOT NULL DEFAULT 'active',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" TEXT,
    "value_paise" INTEGER NOT NULL DEFAULT 0,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancel_reason" TEXT,
    "credited_to" TEXT,
    "credited_paise" INTEGER NOT NULL DEFAULT 0,
    "original_expires_at" TIMESTAMPTZ(3),
    "last_reminder_days" SMALLINT,
    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "orders" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'pending',
    "provider_order_id" TEXT,
    "payment_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "next_poll_at" TIMESTAMPTZ(3),
    "asks" SMALLINT NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payments" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "status" "payment_status" NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "method" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "provider_refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "changes" JSONB,
    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "provider_order_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_anomalies" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT,
    "order_id" TEXT,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    CONSTRAINT "payment_anomalies_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "invoices" (
    "order_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "total_paise" INTEGER NOT NULL,
    "details" JSONB NOT NULL,
    CONSTRAINT "invoices_pkey" PRIMARY KEY ("order_id")
);

CREATE TABLE "invoice_series" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    CONSTRAINT "invoice_series_pkey" PRIMARY KEY ("year")
);

CREATE TABLE "usage_periods" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "message_limit" INTEGER NOT NULL,
    "messages_used" INTEGER NOT NULL DEFAULT 0,
    "api_call_limit" INTEGER NOT NULL,
    "api_calls_used" INTEGER NOT NULL DEFAULT 0,
    "notified_percent" SMALLINT NOT NULL DEFAULT 0,
    CONSTRAINT "usage_periods_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "answer" JSON NOT NULL,
    "granted" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope","key")
);

CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "usage_period_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "kind" "message_kind" NOT NULL,
    "recipient" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "template_id" TEXT,
    "entity_id" TEXT,
    "promotional" BOOLEAN NOT NULL DEFAULT false,
    "may_wait" BOOLEAN NOT NULL DEFAULT false,
    "scheduled_for" TIMESTAMPTZ(3),
    "content" TEXT,
    "encrypted_content" BYTEA,
    "encoding" "message_encoding" NOT NULL,
    "segments" SMALLINT NOT NULL,
    "state" "message_state" NOT NULL DEFAULT 'queued',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "problem" "message_state" GENERATED ALWAYS AS (CASE WHEN "state" IN ('undelivered', 'failed', 'expired', 'unknown') THEN "state" END) STORED,
    "reason" TEXT,
    "version" SMALLINT NOT NULL DEFAULT 0,
    "parts_delivered" SMALLINT NOT NULL DEFAULT 0,
    "parts_undelivered" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

CREATE TABLE "suppressions" (
    "user_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("user_id","recipient")
);

CREATE TABLE "erasures" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "recipient" TEXT,
    "pseudonym" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "state" "erasure_state" NOT NULL DEFAULT 'running',
    "until_id" TEXT NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "total" INTEGER,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "codes" INTEGER NOT NULL DEFAULT 0,
    "open" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "retained_until" TIMESTAMPTZ(3),
    "purge_at" TIMESTAMPTZ(3),
    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "text_purges" (
    "user_id" TEXT NOT NULL,
    "purged_until" TEXT NOT NULL,
    CONSTRAINT "text_purges_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "text_views" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "viewer" TEXT NOT NULL,
    "way" "text_view_way" NOT NULL,
    "device" TEXT,
    "client_address" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "views" INTEGER NOT NULL,
    "texts" INTEGER NOT NULL,
    "oldest_id" TEXT NOT NULL,
    "newest_id" TEXT NOT NULL,
    CONSTRAINT "text_views_pkey" PRIMARY KEY ("user_id","day","viewer","way")
);

CREATE TABLE "archived_months" (
    "month" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "messages" BIGINT NOT NULL,
    "place" TEXT NOT NULL,
    CONSTRAINT "archived_months_pkey" PRIMARY KEY ("month")
);

CREATE TABLE "message_queue" (
    "message_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "message_kind" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "worker_id" TEXT,
    "reservation" INTEGER,
    "carrier" TEXT,
    CONSTRAINT "message_queue_pkey" PRIMARY KEY ("message_id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE "delivery_workers" (
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "steady_since" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "delivery_workers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "carriers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" "carrier_source" NOT NULL,
    "position" SMALLINT NOT NULL,
    "profile" JSONB NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "out_since" TIMESTAMPTZ(3),
    "out_reason" TEXT,
    "back_since" TIMESTAMPTZ(3),
    CONSTRAINT "carriers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "carrier_query_rounds" (
    "carrier" TEXT NOT NULL,
    "round" SMALLINT NOT NULL,
    "asked_until" TEXT NOT NULL,
    CONSTRAINT "carrier_query_rounds_pkey" PRIMARY KEY ("carrier","round")
);

CREATE TABLE "carrier_binds" (
    "id" TEXT NOT NULL,
    "carrier_id" TEXT NOT NULL,
    "mode" "bind_mode" NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "tls" BOOLEAN NOT NULL,
    "system_id" TEXT NOT NULL,
    "system_type" TEXT NOT NULL,
    "encrypted_password" BYTEA NOT NULL,
    "connections" SMALLINT NOT NULL,
    CONSTRAINT "carrier_binds_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "carrier_minutes" (
    "carrier" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "submits" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "settled" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "late" INTEGER NOT NULL,
    CONSTRAINT "carrier_minutes_pkey" PRIMARY KEY ("carrier","minute")
);

CREATE TABLE "routes" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "priority" SMALLINT NOT NULL,
    "categories" TEXT[] NOT NULL,
    "senders" TEXT[] NOT NULL,
    "accounts" TEXT[] NOT NULL,
    "prefixes" TEXT[] NOT NULL,
    CONSTRAINT "routes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "route_carriers" (
    "route_id" TEXT NOT NULL,
    "carrier_id" TEXT NOT NULL,
    "step" SMALLINT NOT NULL,
    "weight" SMALLINT,
    CONSTRAINT "route_carriers_pkey" PRIMARY KEY ("route_id","carrier_id")
);

CREATE TABLE "message_parts" (
    "message_id" TEXT NOT NULL,
    "seq" SMALLINT NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_message_id" TEXT,
    "reference" INTEGER NOT NULL,
    "recipient" TEXT NOT NULL,
    "state" "part_state" NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "receipt_at" TIMESTAMPTZ(3),
    "receipt_status" TEXT,
    "receipt_error_code" TEXT,
    "route" TEXT,
    "routed_by" TEXT,
    "segments" SMALLINT NOT NULL DEFAULT 1,
    CONSTRAINT "message_parts_pkey" PRIMARY KEY ("message_id","seq")
) PARTITION BY RANGE ("message_id");

CREATE TABLE "message_events" (
    "message_id" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "message_event_kind" NOT NULL,
    "seq" SMALLINT,
    "carrier" TEXT,
    "carrier_message_id" TEXT,
    "status" TEXT,
    "error_code" TEXT,
    CONSTRAINT "message_events_pkey" PRIMARY KEY ("message_id","id")
) PARTITION BY RANGE ("message_id");

CREATE TABLE "receipt_inbox" (
    "id" BIGSERIAL NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_message_id" TEXT NOT NULL,
    "state" "receipt_state" NOT NULL,
    "status" TEXT NOT NULL,
    "error_code" TEXT,
    "error_text" TEXT,
    "verdict" TEXT,
    "recipient" TEXT NOT NULL,
    "reference" INTEGER,
    "settles_all" BOOLEAN NOT NULL DEFAULT false,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "receipt_inbox_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "unread_pdus" (
    "id" BIGSERIAL NOT NULL,
    "carrier" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "octets" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "unread_pdus_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "otps" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "encrypted_code" BYTEA,
    "state" "otp_state" NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3)[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "service_id" TEXT,
    "max_attempts" SMALLINT NOT NULL DEFAULT 5,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "code_length" SMALLINT,
    "code_letters" BOOLEAN,
    CONSTRAINT "otps_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "otp_send_attempts" (
    "id" TEXT NOT NULL,
    "otp_id" TEXT NOT NULL,
    "round" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "channel" "otp_channel" NOT NULL,
    "email" TEXT,
    "after_seconds" SMALLINT NOT NULL,
    "state" "otp_send_state" NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "message_id" TEXT,
    "email_id" TEXT,
    "reason" TEXT,
    CONSTRAINT "otp_send_attempts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "otp_services" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sender" TEXT,
    "template_id" TEXT,
    "text" TEXT NOT NULL,
    "length" SMALLINT NOT NULL,
    "letters" BOOLEAN NOT NULL,
    "ttl_seconds" INTEGER NOT NULL,
    "max_attempts" SMALLINT NOT NULL,
    "resend" "otp_resend" NOT NULL,
    "app_hash" TEXT,
    "web_domain" TEXT,
    "test_numbers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "otp_services_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "otp_service_hours" (
    "service_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL,
    "verified" INTEGER NOT NULL,
    "test_sent" INTEGER NOT NULL,
    "test_verified" INTEGER NOT NULL,
    CONSTRAINT "otp_service_hours_pkey" PRIMARY KEY ("service_id","hour")
);

CREATE TABLE "otp_throttles" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL,
    "verified" INTEGER NOT NULL,
    "min_verified_percent" SMALLINT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "lifted_by_owner" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "otp_throttles_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "dlt_registries" (
    "user_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "mode" "dlt_mode" NOT NULL DEFAULT 'enforce',
    "templates" INTEGER NOT NULL DEFAULT 0,
    "characters" INTEGER NOT NULL DEFAULT 0,
    "drift_notified_day" DATE,
    CONSTRAINT "dlt_registries_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "dlt_entities" (
    "user_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "dlt_registration_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_entities_pkey" PRIMARY KEY ("user_id","entity_id")
);

CREATE TABLE "dlt_headers" (
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "category" "dlt_category" NOT NULL,
    "status" "dlt_header_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "likeness" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_headers_pkey" PRIMARY KEY ("user_id","header")
);

CREATE TABLE "dlt_header_evidence" (
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_header_evidence_pkey" PRIMARY KEY ("user_id","header")
);

CREATE TABLE "dlt_header_decisions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "decision" "dlt_header_verdict" NOT NULL,
    "reason" TEXT,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "evidence_name" TEXT,
    "evidence_sha256" BYTEA,
    CONSTRAINT "dlt_header_decisions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "dlt_templates" (
    "user_id" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "slots" JSONB NOT NULL,
    "category" "dlt_category" NOT NULL,
    "kind" "dlt_template_kind" NOT NULL,
    "status" "dlt_template_status" NOT NULL,
    "reason" TEXT,
    "headers" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_templates_pkey" PRIMARY KEY ("user_id","template_id")
);

CREATE TABLE "dlt_links" (
    "user_id" TEXT NOT NULL,
    "kind" "dlt_link_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_links_pkey" PRIMARY KEY ("user_id","kind","value")
);

CREATE TABLE "dlt_chains" (
    "user_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "telemarketer_ids" TEXT[],
    "is_approved" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_chains_pkey" PRIMARY KEY ("user_id","entity_id","carrier")
);

CREATE TABLE "dlt_drift" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "header" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "rejections" INTEGER NOT NULL,
    "carrier" TEXT NOT NULL,
    "error_code" TEXT,
    "message_id" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "dlt_drift_pkey" PRIMARY KEY ("user_id","day","header","template_id","verdict")
);

CREATE TABLE "dlt_imports" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" BYTEA,
    "options" JSONB NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL,
    "state" "dlt_import_state" NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "lost_runs" SMALLINT NOT NULL DEFAULT 0,
    "registering_since" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "rows" INTEGER,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "dlt_imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stat_increments" (
    "id" BIGSERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "metric" "stat_metric" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "stat_increments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "daily_stats" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "metric" "stat_metric" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "daily_stats_pkey" PRIMARY KEY ("user_id","day","metric","latency_bucket")
);

CREATE TABLE "background_migrations" (
    "id" TEXT NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "rows_done" BIGINT NOT NULL DEFAULT 0,
    "rows_skipped" BIGINT NOT NULL DEFAULT 0,
    "rows_expected" BIGINT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    CONSTRAINT "background_migrations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");
CREATE INDEX "users_signed_up_network_idx" ON "users"("signed_up_network");
CREATE INDEX "account_exports_user_id_id_idx" ON "account_exports"("user_id", "id");
CREATE INDEX "failed_requests_user_id_id_idx" ON "failed_requests"("user_id", "id");
CREATE UNIQUE INDEX "avatars_name_key" ON "avatars"("name");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");
CREATE INDEX "account_tokens_user_id_purpose_idx" ON "account_tokens"("user_id", "purpose");
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");
CREATE INDEX "known_devices_last_used_at_idx" ON "known_devices"("last_used_at");
CREATE UNIQUE INDEX "known_devices_user_id_key_hash_key" ON "known_devices"("user_id", "key_hash");
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");
CREATE INDEX "email_changes_old_email_key_idx" ON "email_changes"("old_email_key");
CREATE INDEX "emails_state_due_at_idx" ON "emails"("state", "due_at");
CREATE UNIQUE INDEX "notification_channels_user_id_kind_key" ON "notification_channels"("user_id", "kind");
CREATE INDEX "notifications_state_due_at_idx" ON "notifications"("state", "due_at");
CREATE INDEX "notifications_user_id_channel_id_idx" ON "notifications"("user_id", "channel", "id");
CREATE INDEX "webhook_endpoints_user_id_idx" ON "webhook_endpoints"("user_id");
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");
CREATE INDEX "webhook_events_user_id_id_idx" ON "webhook_events"("user_id", "id");
CREATE INDEX "webhook_events_endpoint_id_id_idx" ON "webhook_events"("endpoint_id", "id");
CREATE INDEX "webhook_queue_endpoint_id_due_at_event_id_idx" ON "webhook_queue"("endpoint_id", "due_at", "event_id");
CREATE INDEX "webhook_recoveries_user_id_id_idx" ON "webhook_recoveries"("user_id", "id");
CREATE UNIQUE INDEX "credentials_key_id_key" ON "credentials"("key_id");
CREATE UNIQUE INDEX "credentials_secret_hash_key" ON "credentials"("secret_hash");
CREATE UNIQUE INDEX "credentials_previous_secret_hash_key" ON "credentials"("previous_secret_hash");
CREATE INDEX "credentials_user_id_idx" ON "credentials"("user_id");
CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name");
CREATE UNIQUE INDEX "subscriptions_order_id_key" ON "subscriptions"("order_id");
CREATE INDEX "subscriptions_user_id_idx" ON "subscriptions"("user_id");
CREATE INDEX "subscriptions_status_expires_at_idx" ON "subscriptions"("status", "expires_at");
CREATE UNIQUE INDEX "orders_provider_order_id_key" ON "orders"("provider_order_id");
CREATE UNIQUE INDEX "orders_payment_id_key" ON "orders"("payment_id");
CREATE INDEX "orders_user_id_id_idx" ON "orders"("user_id", "id");
CREATE INDEX "orders_next_poll_at_idx" ON "orders"("next_poll_at");
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");
CREATE UNIQUE INDEX "refunds_provider_refund_id_key" ON "refunds"("provider_refund_id");
CREATE INDEX "refunds_order_id_idx" ON "refunds"("order_id");
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");
CREATE INDEX "payment_anomalies_at_idx" ON "payment_anomalies"("at");
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");
CREATE INDEX "usage_periods_ends_at_idx" ON "usage_periods"("ends_at");
CREATE UNIQUE INDEX "usage_periods_user_id_starts_at_plan_id_key" ON "usage_periods"("user_id", "starts_at", "plan_id");
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");
CREATE INDEX "messages_user_id_recipient_id_idx" ON "messages"("user_id", "recipient", "id");
CREATE INDEX "messages_user_id_key_id_id_idx" ON "messages"("user_id", "key_id", "id");
CREATE INDEX "erasures_user_id_id_idx" ON "erasures"("user_id", "id");
CREATE INDEX "erasures_purge_at_idx" ON "erasures"("purge_at");
CREATE UNIQUE INDEX "erasures_user_id_recipient_key" ON "erasures"("user_id", "recipient");
CREATE INDEX "text_views_day_idx" ON "text_views"("day");
CREATE INDEX "message_queue_kind_user_id_due_at_message_id_idx" ON "message_queue"("kind", "user_id", "due_at", "message_id");
CREATE INDEX "message_queue_valid_until_idx" ON "message_queue"("valid_until");
CREATE UNIQUE INDEX "carriers_name_key" ON "carriers"("name");
CREATE INDEX "carrier_binds_carrier_id_idx" ON "carrier_binds"("carrier_id");
CREATE UNIQUE INDEX "routes_name_key" ON "routes"("name");
CREATE INDEX "route_carriers_carrier_id_idx" ON "route_carriers"("carrier_id");
CREATE INDEX "message_parts_carrier_carrier_message_id_recipient_idx" ON "message_parts"("carrier", "carrier_message_id", "recipient");
CREATE INDEX "receipt_inbox_carrier_carrier_message_id_recipient_idx" ON "receipt_inbox"("carrier", "carrier_message_id", "recipient");
CREATE INDEX "unread_pdus_carrier_received_at_idx" ON "unread_pdus"("carrier", "received_at");
CREATE INDEX "otps_user_id_recipient_created_at_idx" ON "otps"("user_id", "recipient", "created_at");
CREATE INDEX "otp_send_attempts_state_due_at_idx" ON "otp_send_attempts"("state", "due_at");
CREATE INDEX "otp_send_attempts_message_id_idx" ON "otp_send_attempts"("message_id");
CREATE UNIQUE INDEX "otp_send_attempts_otp_id_round_position_key" ON "otp_send_attempts"("otp_id", "round", "position");
CREATE INDEX "otp_services_user_id_idx" ON "otp_services"("user_id");
CREATE INDEX "otp_throttles_user_id_idx" ON "otp_throttles"("user_id");
CREATE INDEX "otp_throttles_key_id_started_at_idx" ON "otp_throttles"("key_id", "started_at");
CREATE INDEX "dlt_headers_user_id_entity_id_idx" ON "dlt_headers"("user_id", "entity_id");
CREATE INDEX "dlt_headers_likeness_idx" ON "dlt_headers"("likeness");
CREATE INDEX "dlt_header_decisions_user_id_header_decided_at_idx" ON "dlt_header_decisions"("user_id", "header", "decided_at");
CREATE INDEX "dlt_templates_user_id_entity_id_idx" ON "dlt_templates"("user_id", "entity_id");
CREATE INDEX "dlt_drift_day_idx" ON "dlt_drift"("day");
CREATE INDEX "dlt_imports_user_id_id_idx" ON "dlt_imports"("user_id", "id");
CREATE INDEX "stat_increments_user_id_day_idx" ON "stat_increments"("user_id", "day");
CREATE INDEX "daily_stats_day_idx" ON "daily_stats"("day");

ALTER TABLE "settings" ADD CONSTRAINT "settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_export_parts" ADD CONSTRAINT "account_export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "account_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "text_purges" ADD CONSTRAINT "text_purges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "text_views" ADD CONSTRAINT "text_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "carrier_query_rounds" ADD CONSTRAINT "carrier_query_rounds_carrier_fkey" FOREIGN KEY ("carrier") REFERENCES "carriers"("name") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "carrier_binds" ADD CONSTRAINT "carrier_binds_carrier_id_fkey" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "route_carriers" ADD CONSTRAINT "route_carriers_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "route_carriers" ADD CONSTRAINT "route_carriers_carrier_id_fkey" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "otp_send_attempts" ADD CONSTRAINT "otp_send_attempts_otp_id_fkey" FOREIGN KEY ("otp_id") REFERENCES "otps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "otp_services" ADD CONSTRAINT "otp_services_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "otp_service_hours" ADD CONSTRAINT "otp_service_hours_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "otp_services"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_registries" ADD CONSTRAINT "dlt_registries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_entities" ADD CONSTRAINT "dlt_entities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_headers" ADD CONSTRAINT "dlt_headers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_headers" ADD CONSTRAINT "dlt_headers_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_header_evidence" ADD CONSTRAINT "dlt_header_evidence_user_id_header_fkey" FOREIGN KEY ("user_id", "header") REFERENCES "dlt_headers"("user_id", "header") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_header_decisions" ADD CONSTRAINT "dlt_header_decisions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_links" ADD CONSTRAINT "dlt_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_chains" ADD CONSTRAINT "dlt_chains_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_chains" ADD CONSTRAINT "dlt_chains_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_drift" ADD CONSTRAINT "dlt_drift_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dlt_imports" ADD CONSTRAINT "dlt_imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the storage of what changes often or is compressed already.
-- `messages`, `message_parts` and `message_events` are partitioned by month, so that a month that is past its retention goes
-- at once (docs/decisions/046). The first partition ends with this month, or with the next one if this one has fewer than
-- ten days left; workers add the later ones (domain/messaging/months).

-- The smallest id of a moment, as `minIdAt` in platform/ids.ts: the time in milliseconds, in Crockford's base 32.
CREATE FUNCTION "id_at"("prefix" TEXT, "at" TIMESTAMPTZ) RETURNS TEXT LANGUAGE SQL IMMUTABLE AS $$
    SELECT prefix || '_' || string_agg(
        substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((extract(epoch FROM at) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
        '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place
$$;

-- Blocks on purpose: the bound depends on the day, and the tables are new.
DO $$
DECLARE
    bound TEXT := id_at('msg', date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata' + interval '40 days') AT TIME ZONE 'Asia/Kolkata');
BEGIN
    EXECUTE format('CREATE TABLE "messages_first" PARTITION OF "messages" FOR VALUES FROM (MINVALUE) TO (%L) WITH (fillfactor = 60)', bound);
    EXECUTE format('CREATE TABLE "message_parts_first" PARTITION OF "message_parts" FOR VALUES FROM (MINVALUE) TO (%L) WITH (fillfactor = 70)', bound);
    EXECUTE format('CREATE TABLE "message_events_first" PARTITION OF "message_events" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;

-- Exports are compressed before they are stored.
ALTER TABLE "account_export_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- What became of a message: its events, and the submits and receipts of its parts.
CREATE VIEW "message_timeline" AS
    SELECT "message_id", "at", "kind", "seq", "carrier", "carrier_message_id", "status", "error_code", "id" AS "event_id",
        NULL AS "route", NULL AS "routed_by"
    FROM "message_events"
    UNION ALL
    SELECT "message_id", "submitted_at", 'submitted', CASE "segments" WHEN 1 THEN "seq" END, "carrier", "carrier_message_id",
        NULL, NULL, NULL, "route", "routed_by"
    FROM "message_parts" WHERE "submitted_at" IS NOT NULL
    UNION ALL
    SELECT "message_id", "receipt_at", 'receipt', CASE "segments" WHEN 1 THEN "seq" END, "carrier", "carrier_message_id",
        "receipt_status", "receipt_error_code", NULL, NULL, NULL
    FROM "message_parts" WHERE "receipt_at" IS NOT NULL;

-- By hand: indexes of few rows among many, or on expressions.
CREATE INDEX "messages_problems" ON "messages"("user_id", "problem", "id") WHERE "problem" IS NOT NULL;
-- Parts whose answer was lost are found by the number that they went to.
CREATE INDEX "message_parts_unknown" ON "message_parts"("recipient") WHERE "carrier_message_id" IS NULL;
-- A number has one pending code of each service, and of each mode.
CREATE UNIQUE INDEX "otps_one_pending_of_mode" ON "otps"("user_id", "recipient", coalesce("service_id", ''), "livemode")
    WHERE "state" = 'pending';
-- A service's codes by time, those of test numbers apart. Codes without a service cost nothing.
CREATE INDEX "otps_of_service" ON "otps"("service_id", "is_test", "id") WHERE "service_id" IS NOT NULL;
-- One throttle at a time for each key, and one for each account as a whole.
CREATE UNIQUE INDEX "otp_throttles_one_active" ON "otp_throttles"("key_id") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "otp_throttles_one_active_account" ON "otp_throttles"("user_id") WHERE "ended_at" IS NULL AND "key_id" IS NULL;
-- Keys that were reported as leaked, and whose owners have not been notified.
CREATE INDEX "credentials_leak_to_notify" ON "credentials"("leak_reported_at")
    WHERE "leak_reported_at" IS NOT NULL AND "leak_notified_at" IS NULL;
-- One refund of an order at a time, and none after it is paid back.
CREATE UNIQUE INDEX "refunds_one_alive" ON "refunds"("order_id") WHERE "status" IN ('requested', 'pending', 'processed');
-- One change of an account's email waits at a time.
CREATE UNIQUE INDEX "email_changes_one_pending" ON "email_changes"("user_id") WHERE "confirmed_at" IS NULL AND "ended_at" IS NULL;
-- Emails to an address, in any case, which the export of an account finds (docs/decisions/056).
CREATE INDEX "emails_address" ON "emails"(lower("email"));
-- An account has one export and one import that is queued or runs, an endpoint one recovery.
CREATE UNIQUE INDEX "account_exports_one_running" ON "account_exports"("user_id") WHERE "state" IN ('queued', 'running');
CREATE UNIQUE INDEX "dlt_imports_one_running" ON "dlt_imports"("user_id") WHERE "state" IN ('queued', 'running');
CREATE UNIQUE INDEX "webhook_recoveries_running" ON "webhook_recoveries"("endpoint_id") WHERE "state" = 'running';
-- For the reconciler: what is not done, or still holds a file.
CREATE INDEX "account_deletions_open" ON "account_deletions"("due_at") WHERE "done_at" IS NULL;
CREATE INDEX "account_exports_open" ON "account_exports"("due_at") WHERE "state" IN ('queued', 'running') OR "bytes" > 0;
CREATE INDEX "dlt_imports_open" ON "dlt_imports"("due_at") WHERE "state" IN ('queued', 'running', 'checked', 'needs_mapping');
CREATE INDEX "erasures_open" ON "erasures"("due_at") WHERE "state" <> 'done';
CREATE INDEX "webhook_recoveries_due" ON "webhook_recoveries"("due_at") WHERE "state" = 'running';

-- By hand: what must never be.
-- No more than the plan allows, whatever runs at once.
ALTER TABLE "usage_periods"
    ADD CONSTRAINT "usage_periods_messages" CHECK ("messages_used" BETWEEN 0 AND "message_limit"),
    ADD CONSTRAINT "usage_periods_api_calls" CHECK ("api_calls_used" BETWEEN 0 AND "api_call_limit");
-- Nothing is sold online for nothing. Above a weight of 100, the turns of one account would be as long for the others as
-- its backlog.
ALTER TABLE "plans"
    ADD CONSTRAINT "plans_price" CHECK ("price_paise" > 0 OR "is_contact_sales" OR "is_default"),
    ADD CONSTRAINT "plans_delivery_weight" CHECK ("delivery_weight" BETWEEN 1 AND 100);
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_amount" CHECK ("amount_paise" >= 100),
    ADD CONSTRAINT "orders_completed_by_a_payment" CHECK (
        ("status" = 'completed') = ("payment_id" IS NOT NULL)
        AND ("status" = 'completed') = ("paid_at" IS NOT NULL)
        AND ("claimed_at" IS NULL OR "status" = 'completed'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("amount_paise" > 0);
-- What was carried over went somewhere.
ALTER TABLE "subscriptions"
    ADD CONSTRAINT "subscriptions_times" CHECK ("expires_at" >= "started_at"),
    ADD CONSTRAINT "subscriptions_value" CHECK ("value_paise" >= 0),
    ADD CONSTRAINT "subscriptions_credited" CHECK (
        "credited_paise" >= 0
        AND ("credited_to" IS NULL) = ("original_expires_at" IS NULL)
        AND ("credited_to" IS NOT NULL OR "credited_paise" = 0));
ALTER TABLE "invoices"
    ADD CONSTRAINT "invoices_number_length" CHECK (length("number") <= 16),
    ADD CONSTRAINT "invoices_total" CHECK ("total_paise" > 0);
-- What a key may do (docs/decisions/068): with `dlt` it could change the templates and services that it is restricted to.
-- A previous secret always ends (docs/decisions/069).
ALTER TABLE "credentials"
    ADD CONSTRAINT "credentials_scopes" CHECK (
        cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['messages:send', 'otp', 'messages:read', 'dlt', 'webhooks', 'account:read']::TEXT[]),
    ADD CONSTRAINT "credentials_restricted_without_dlt" CHECK (
        NOT 'dlt' = ANY ("scopes") OR cardinality("allowed_templates") + cardinality("allowed_services") = 0),
    ADD CONSTRAINT "credentials_previous_secret_ends" CHECK (
        num_nonnulls("previous_secret_hash", "encrypted_previous_secret", "previous_ends_at") IN (0, 3));
ALTER TABLE "dlt_registries" ADD CONSTRAINT "dlt_registries_totals" CHECK ("templates" >= 0 AND "characters" >= 0);
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_body" CHECK (char_length("body") BETWEEN 1 AND 2000);
ALTER TABLE "dlt_header_evidence" ADD CONSTRAINT "dlt_header_evidence_size" CHECK (octet_length("bytes") BETWEEN 1 AND 5242880);
ALTER TABLE "dlt_header_decisions" ADD CONSTRAINT "dlt_header_decisions_reason" CHECK ("decision" = 'approved' OR "reason" IS NOT NULL);
ALTER TABLE "dlt_imports" ADD CONSTRAINT "dlt_imports_bytes" CHECK (
    ("bytes" IS NOT NULL) = ("state" IN ('queued', 'running', 'checked', 'needs_mapping')));
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_recipient" CHECK (("recipient" IS NULL) = ("state" = 'done'));

-- While a change of email can be undone nobody else gets the old address, or its holder could not have it back. It is
-- looked up after the row is written: whoever waited for the address at its unique index then sees the change.
CREATE FUNCTION "keep_address_that_can_come_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM "email_changes"
        WHERE "old_email_key" = NEW."email_key" AND "user_id" <> NEW."id"
            AND "confirmed_at" IS NOT NULL AND "undo_until" > now()
    ) THEN
        RAISE EXCEPTION 'a change from this address can still be undone' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "keep_address_that_can_come_back" AFTER INSERT OR UPDATE OF "email_key" ON "users"
    FOR EACH ROW EXECUTE FUNCTION "keep_address_that_can_come_back"();
