-- Events by month, as messages are (docs/decisions/046).

-- Blocks on purpose: the bound depends on the day. The constraint is not validated here, so this takes milliseconds.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "message_events" ADD CONSTRAINT "message_events_first_months" CHECK ("message_id" < %L) NOT VALID', id_at(
        'msg', date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata' + interval '40 days') AT TIME ZONE 'Asia/Kolkata'));
END $$;

ALTER TABLE "message_events" VALIDATE CONSTRAINT "message_events_first_months";

-- Blocks on purpose: for milliseconds. Readers of the view lock it before its tables: in another order they would deadlock.
LOCK TABLE "message_timeline" IN ACCESS EXCLUSIVE MODE;

-- Drops on purpose: a table of the same name with the same rows takes its place in the same transaction.
ALTER TABLE "message_events" RENAME TO "message_events_first";
ALTER INDEX "message_events_pkey" RENAME TO "message_events_first_pkey";

CREATE TABLE "message_events" (LIKE "message_events_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("message_id");
ALTER TABLE "message_events" ADD CONSTRAINT "message_events_pkey" PRIMARY KEY ("message_id", "id");
ALTER SEQUENCE "message_events_id_seq" OWNED BY "message_events"."id";

-- Blocks on purpose: the constraint says that all rows fit, and each index has its equal, so that nothing is read.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "message_events" ATTACH PARTITION "message_events_first" FOR VALUES FROM (MINVALUE) TO (%s)', (
        SELECT substring(pg_get_constraintdef(oid) FROM '''[^'']+''') FROM pg_constraint
        WHERE conname = 'message_events_first_months'));
END $$;
ALTER TABLE "message_events_first" DROP CONSTRAINT "message_events_first_months";

-- The view still reads the table by its old name.
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
