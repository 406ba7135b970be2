-- CreateTable
CREATE TABLE "unread_pdus" (
    "id" BIGSERIAL NOT NULL,
    "carrier" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "octets" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unread_pdus_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "unread_pdus_carrier_received_at_idx" ON "unread_pdus"("carrier", "received_at");
