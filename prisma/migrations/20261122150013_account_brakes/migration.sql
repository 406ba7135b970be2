-- AlterTable
ALTER TABLE "otp_brakes" ALTER COLUMN "key_id" DROP NOT NULL;

-- By hand: one brake at a time for each account as a whole.
CREATE UNIQUE INDEX "otp_brakes_one_on_account" ON "otp_brakes"("user_id") WHERE "ended_at" IS NULL AND "key_id" IS NULL;
