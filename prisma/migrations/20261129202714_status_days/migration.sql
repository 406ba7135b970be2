-- CreateTable
CREATE TABLE "status_days" (
    "day" DATE NOT NULL,
    "component" TEXT NOT NULL,
    "measured_seconds" INTEGER NOT NULL DEFAULT 0,
    "degraded_seconds" INTEGER NOT NULL DEFAULT 0,
    "partial_seconds" INTEGER NOT NULL DEFAULT 0,
    "major_seconds" INTEGER NOT NULL DEFAULT 0,
    "maintenance_seconds" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "status_days_pkey" PRIMARY KEY ("day","component")
);
