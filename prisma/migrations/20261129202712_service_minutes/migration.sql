-- CreateTable
CREATE TABLE "service_minutes" (
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "service" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "service_minutes_pkey" PRIMARY KEY ("begins_at","service")
);
