-- The services under which an account sends one-time passwords (docs/decisions/054).
CREATE TYPE "otp_resend" AS ENUM ('same', 'new');

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

CREATE INDEX "otp_services_user_id_idx" ON "otp_services"("user_id");

ALTER TABLE "otp_services" ADD CONSTRAINT "otp_services_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "otps"
  ADD COLUMN "service_id" TEXT,
  ADD COLUMN "max_attempts" SMALLINT NOT NULL DEFAULT 5,
  ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;
