-- How carriers do, by the minute, of all workers together (docs/decisions/043).
CREATE TABLE "carrier_minutes" (
    "carrier" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "submits" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "settled" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "late" INTEGER NOT NULL,

    CONSTRAINT "carrier_minutes_pkey" PRIMARY KEY ("carrier", "minute")
);

ALTER TABLE "carriers" ADD COLUMN "out_since" TIMESTAMPTZ(3), ADD COLUMN "out_reason" TEXT,
    ADD COLUMN "back_since" TIMESTAMPTZ(3);
