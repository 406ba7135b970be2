-- CreateTable
CREATE TABLE "delivery_prefix_stats" (
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "delivery_prefix_stats_pkey" PRIMARY KEY ("begins_at","carrier","prefix","outcome","latency_bucket","code")
);
