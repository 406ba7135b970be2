-- Which carriers a message may go over (docs/decisions/043). Empty conditions hold for every message.
CREATE TABLE "routes" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "priority" SMALLINT NOT NULL,
    "categories" TEXT[] NOT NULL,
    "senders" TEXT[] NOT NULL,
    "accounts" TEXT[] NOT NULL,
    "prefixes" TEXT[] NOT NULL,

    CONSTRAINT "routes_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "routes_name_key" ON "routes"("name");

CREATE TABLE "route_carriers" (
    "route_id" TEXT NOT NULL,
    "carrier_id" TEXT NOT NULL,
    "step" SMALLINT NOT NULL,
    "weight" SMALLINT,

    CONSTRAINT "route_carriers_pkey" PRIMARY KEY ("route_id", "carrier_id")
);
CREATE INDEX "route_carriers_carrier_id_idx" ON "route_carriers"("carrier_id");
ALTER TABLE "route_carriers" ADD CONSTRAINT "route_carriers_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "route_carriers" ADD CONSTRAINT "route_carriers_carrier_id_fkey" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which route a segment took, and by what; null for carriers in order.
ALTER TABLE "message_parts" ADD COLUMN "route" TEXT, ADD COLUMN "routed_by" TEXT;

CREATE OR REPLACE VIEW "message_timeline" AS
    SELECT "message_id", "at", "kind", "seq", "carrier", "carrier_message_id", "status", "error_code", "id" AS "event_id",
        NULL AS "route", NULL AS "routed_by"
    FROM "message_events"
    UNION ALL
    SELECT "message_id", "submitted_at", 'submitted', "seq", "carrier", "carrier_message_id", NULL, NULL, NULL, "route",
        "routed_by"
    FROM "message_parts" WHERE "submitted_at" IS NOT NULL
    UNION ALL
    SELECT "message_id", "receipt_at", 'receipt', "seq", "carrier", "carrier_message_id", "receipt_status",
        "receipt_error_code", NULL, NULL, NULL
    FROM "message_parts" WHERE "receipt_at" IS NOT NULL;
