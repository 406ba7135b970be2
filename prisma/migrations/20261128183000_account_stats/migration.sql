-- CreateTable
CREATE TABLE "account_stats" (
    "user_id" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "metric" "stat_metric" NOT NULL,
    "latency_bucket" SMALLINT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "account_stats_pkey" PRIMARY KEY ("user_id","begins_at","metric","latency_bucket","key_id","sender","template_id","category","carrier","code")
);
