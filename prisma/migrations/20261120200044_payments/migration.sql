-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('pending', 'failed', 'completed');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('created', 'authorized', 'captured', 'refunded', 'failed');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('requested', 'pending', 'processed', 'failed', 'declined');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "mail_kind" ADD VALUE 'refund_requested';
ALTER TYPE "mail_kind" ADD VALUE 'plan_ends_soon';
ALTER TYPE "mail_kind" ADD VALUE 'payment_received';

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "about" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "cancel_reason" TEXT,
ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN     "order_id" TEXT,
ADD COLUMN     "reminded_days" SMALLINT,
ADD COLUMN     "worth_paise" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
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
    "ask_at" TIMESTAMPTZ(3),
    "asks" SMALLINT NOT NULL DEFAULT 0,
    "renewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "provider_refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "provider_order_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_faults" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT,
    "order_id" TEXT,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "payment_faults_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "orders_provider_order_id_key" ON "orders"("provider_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_payment_id_key" ON "orders"("payment_id");

-- CreateIndex
CREATE INDEX "orders_user_id_id_idx" ON "orders"("user_id", "id");

-- CreateIndex
CREATE INDEX "orders_ask_at_idx" ON "orders"("ask_at");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_provider_refund_id_key" ON "refunds"("provider_refund_id");

-- CreateIndex
CREATE INDEX "refunds_order_id_idx" ON "refunds"("order_id");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- CreateIndex
CREATE INDEX "payment_faults_at_idx" ON "payment_faults"("at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_order_id_key" ON "subscriptions"("order_id");

-- CreateIndex
CREATE INDEX "subscriptions_status_expires_at_idx" ON "subscriptions"("status", "expires_at");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what must never be.
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_amount" CHECK (amount_paise >= 100),
    ADD CONSTRAINT "orders_completed_by_a_payment" CHECK (
        (status = 'completed') = (payment_id IS NOT NULL)
        AND (status = 'completed') = (paid_at IS NOT NULL)
        AND (renewed_at IS NULL OR status = 'completed'));
ALTER TABLE "subscriptions"
    ADD CONSTRAINT "subscriptions_times" CHECK (expires_at >= started_at),
    ADD CONSTRAINT "subscriptions_worth" CHECK (worth_paise >= 0);
ALTER TABLE "refunds"
    ADD CONSTRAINT "refunds_amount" CHECK (amount_paise > 0);
-- One refund of an order at a time, and none after it is paid back.
CREATE UNIQUE INDEX "refunds_one_alive" ON "refunds" ("order_id")
    WHERE status IN ('requested', 'pending', 'processed');
