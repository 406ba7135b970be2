-- CreateTable
CREATE TABLE "delivery_stat_flushes" (
    "worker_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_stat_flushes_pkey" PRIMARY KEY ("worker_id")
);
