-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'pending_cancellation', 'expired');

-- CreateEnum
CREATE TYPE "message_kind" AS ENUM ('message', 'otp');

-- CreateEnum
CREATE TYPE "message_state" AS ENUM ('queued', 'submitting', 'sent', 'unknown', 'delivered', 'undelivered', 'failed', 'expired');

-- CreateEnum
CREATE TYPE "message_encoding" AS ENUM ('gsm7', 'ucs2');

-- CreateEnum
CREATE TYPE "part_state" AS ENUM ('sent', 'unknown', 'delivered', 'undelivered');

-- CreateEnum
CREATE TYPE "message_event_kind" AS ENUM ('skipped', 'submitted', 'refused', 'unanswered', 'unwritten', 'receipt', 'expired');

-- CreateEnum
CREATE TYPE "receipt_state" AS ENUM ('enroute', 'delivered', 'undelivered');

-- CreateEnum
CREATE TYPE "otp_state" AS ENUM ('pending', 'verified', 'expired', 'exhausted');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "key_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "expires_on" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "price_paise" INTEGER NOT NULL,
    "message_limit" INTEGER NOT NULL,
    "api_call_limit" INTEGER NOT NULL,
    "recommended" BOOLEAN NOT NULL DEFAULT false,
    "is_listed" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "features" TEXT[],
    "position" INTEGER NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "status" "subscription_status" NOT NULL DEFAULT 'active',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "usage_periods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "usage_period_id" TEXT NOT NULL,
    "kind" "message_kind" NOT NULL,
    "recipient" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "template_id" TEXT,
    "content" TEXT,
    "sealed_content" BYTEA,
    "encoding" "message_encoding" NOT NULL,
    "segments" SMALLINT NOT NULL,
    "state" "message_state" NOT NULL DEFAULT 'queued',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "carrier" TEXT,
    "reason" TEXT,
    "parts_delivered" SMALLINT NOT NULL DEFAULT 0,
    "parts_undelivered" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_parts" (
    "message_id" TEXT NOT NULL,
    "seq" SMALLINT NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_message_id" TEXT,
    "reference" INTEGER NOT NULL,
    "recipient" TEXT NOT NULL,
    "state" "part_state" NOT NULL,

    CONSTRAINT "message_parts_pkey" PRIMARY KEY ("message_id","seq")
);

-- CreateTable
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
);

-- CreateTable
CREATE TABLE "receipt_inbox" (
    "id" BIGSERIAL NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_message_id" TEXT NOT NULL,
    "state" "receipt_state" NOT NULL,
    "status" TEXT NOT NULL,
    "error_code" TEXT,
    "recipient" TEXT NOT NULL,
    "reference" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receipt_inbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "otps" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "code_sealed" BYTEA,
    "state" "otp_state" NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3)[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "otps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_key_id_key" ON "credentials"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_secret_hash_key" ON "credentials"("secret_hash");

-- CreateIndex
CREATE INDEX "credentials_user_id_idx" ON "credentials"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_idx" ON "subscriptions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "usage_periods_user_id_starts_at_plan_id_key" ON "usage_periods"("user_id", "starts_at", "plan_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");

-- CreateIndex
CREATE INDEX "message_parts_carrier_carrier_message_id_idx" ON "message_parts"("carrier", "carrier_message_id");

-- CreateIndex
CREATE INDEX "receipt_inbox_carrier_carrier_message_id_idx" ON "receipt_inbox"("carrier", "carrier_message_id");

-- CreateIndex
CREATE INDEX "otps_user_id_recipient_created_at_idx" ON "otps"("user_id", "recipient", "created_at");

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot say. Kept when the part above is written again.

-- The claim and the sweep look at rows at work only, which are few among many.
CREATE INDEX messages_queued_due ON messages (due_at) WHERE state = 'queued';
CREATE INDEX messages_queued_validity ON messages (valid_until) WHERE state = 'queued';
CREATE INDEX messages_submitting_lease ON messages (lease_until) WHERE state = 'submitting';

-- A number has one code at a time, whoever asks first.
CREATE UNIQUE INDEX otps_one_pending ON otps (user_id, recipient) WHERE state = 'pending';

-- Parts whose answer was lost are found by the number that they went to.
CREATE INDEX message_parts_unknown ON message_parts (recipient) WHERE carrier_message_id IS NULL;

-- No more than the plan allows, whatever runs at once.
ALTER TABLE usage_periods
  ADD CONSTRAINT usage_periods_messages CHECK (messages_used BETWEEN 0 AND message_limit),
  ADD CONSTRAINT usage_periods_api_calls CHECK (api_calls_used BETWEEN 0 AND api_call_limit);
