-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'otp_braked';

-- CreateTable
CREATE TABLE "otp_brakes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL,
    "verified" INTEGER NOT NULL,
    "least_percent" SMALLINT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "by_owner" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "otp_brakes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "otp_brakes_user_id_idx" ON "otp_brakes"("user_id");

-- CreateIndex
CREATE INDEX "otp_brakes_key_id_began_at_idx" ON "otp_brakes"("key_id", "began_at");

-- By hand: one brake at a time for each key.
CREATE UNIQUE INDEX "otp_brakes_one_on" ON "otp_brakes"("key_id") WHERE "ended_at" IS NULL;
