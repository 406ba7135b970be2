-- CreateEnum
CREATE TYPE "notification_channel_kind" AS ENUM ('sms', 'slack');

-- CreateEnum
CREATE TYPE "notification_state" AS ENUM ('queued', 'sending', 'sent', 'failed');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'slack_turned_off';

-- CreateTable
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
    "refused_at" TIMESTAMPTZ(3),
    "day" DATE,
    "day_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "channel" "notification_channel_kind" NOT NULL,
    "kind" "mail_kind" NOT NULL,
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

-- CreateIndex
CREATE UNIQUE INDEX "notification_channels_user_id_kind_key" ON "notification_channels"("user_id", "kind");

-- CreateIndex
CREATE INDEX "notifications_state_due_at_idx" ON "notifications"("state", "due_at");

-- CreateIndex
CREATE INDEX "notifications_user_id_channel_id_idx" ON "notifications"("user_id", "channel", "id");

-- AddForeignKey
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
