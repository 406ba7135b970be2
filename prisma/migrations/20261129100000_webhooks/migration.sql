-- Endpoints of accounts, and the events that are posted to them (docs/decisions/066).

-- CreateEnum
CREATE TYPE "webhook_disabled_reason" AS ENUM ('gone', 'failing', 'account_recovered');

-- CreateEnum
CREATE TYPE "webhook_event_state" AS ENUM ('pending', 'delivered', 'failed', 'discarded');

-- CreateEnum
CREATE TYPE "webhook_recovery_state" AS ENUM ('running', 'done');

ALTER TYPE "email_kind" ADD VALUE 'webhook_failing';
ALTER TYPE "email_kind" ADD VALUE 'webhook_disabled';

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "url_set_at" TIMESTAMPTZ(3) NOT NULL,
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

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "encrypted_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
);

-- CreateTable
CREATE TABLE "webhook_queue" (
    "event_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "worker_id" TEXT,
    "reservation" INTEGER,

    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
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

-- CreateTable
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
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_user_id_idx" ON "webhook_endpoints"("user_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_events_user_id_id_idx" ON "webhook_events"("user_id", "id");

-- CreateIndex
CREATE INDEX "webhook_events_endpoint_id_id_idx" ON "webhook_events"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_queue_endpoint_id_due_at_event_id_idx" ON "webhook_queue"("endpoint_id", "due_at", "event_id");

-- CreateIndex
CREATE INDEX "webhook_recoveries_user_id_id_idx" ON "webhook_recoveries"("user_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
-- Room in each page for what an event's row becomes: its updates touch no index.
ALTER TABLE "webhook_events" SET (fillfactor = 70);
ALTER TABLE "webhook_queue" SET (fillfactor = 50);
-- An endpoint has one recovery at a time; the reconciler looks for those whose job was lost.
CREATE UNIQUE INDEX "webhook_recoveries_running" ON "webhook_recoveries"("endpoint_id") WHERE "state" = 'running';
CREATE INDEX "webhook_recoveries_due" ON "webhook_recoveries"("due_at") WHERE "state" = 'running';
