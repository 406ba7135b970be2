-- CreateEnum
CREATE TYPE "delivery_outcome" AS ENUM ('submitted', 'delivered', 'undelivered', 'failed', 'expired', 'unknown', 'rejected');

-- CreateTable
CREATE TABLE "delivery_stats" (
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "kind" "message_kind" NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "delivery_stats_pkey" PRIMARY KEY ("begins_at","carrier","kind","outcome","latency_bucket","code")
);
