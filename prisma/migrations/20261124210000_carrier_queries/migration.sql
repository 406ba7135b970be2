-- Up to which messages a carrier was asked for receipts that did not come (docs/decisions/043).
CREATE TABLE "carrier_query_rounds" (
    "carrier" TEXT NOT NULL,
    "round" SMALLINT NOT NULL,
    "asked_until" TEXT NOT NULL,

    CONSTRAINT "carrier_query_rounds_pkey" PRIMARY KEY ("carrier","round")
);
ALTER TABLE "carrier_query_rounds" ADD CONSTRAINT "carrier_query_rounds_carrier_fkey" FOREIGN KEY ("carrier") REFERENCES "carriers"("name") ON DELETE CASCADE ON UPDATE CASCADE;
