-- CreateTable
CREATE TABLE "delivery_hour_stats" (
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "kind" "message_kind" NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "delivery_hour_stats_pkey" PRIMARY KEY ("begins_at","carrier","kind","outcome","latency_bucket","code")
);
