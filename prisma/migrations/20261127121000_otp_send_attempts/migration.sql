-- The channels by which a code is sent, one after the other (docs/decisions/058).
ALTER TYPE "email_kind" ADD VALUE 'otp_code';

CREATE TYPE "otp_channel" AS ENUM ('sms', 'email');

CREATE TYPE "otp_send_state" AS ENUM ('waiting', 'started', 'failed', 'skipped');

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

CREATE UNIQUE INDEX "otp_send_attempts_otp_id_round_position_key" ON "otp_send_attempts"("otp_id", "round", "position");

CREATE INDEX "otp_send_attempts_state_due_at_idx" ON "otp_send_attempts"("state", "due_at");

CREATE INDEX "otp_send_attempts_message_id_idx" ON "otp_send_attempts"("message_id");

ALTER TABLE "otp_send_attempts" ADD CONSTRAINT "otp_send_attempts_otp_id_fkey"
  FOREIGN KEY ("otp_id") REFERENCES "otps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
