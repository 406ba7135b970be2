-- Segments by month, as messages are (docs/decisions/046).

-- Blocks on purpose: the bound depends on the day. The constraint is not validated here, so this takes milliseconds.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "message_parts" ADD CONSTRAINT "message_parts_first_months" CHECK ("message_id" < %L) NOT VALID', id_at(
        'msg', date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata' + interval '40 days') AT TIME ZONE 'Asia/Kolkata'));
END $$;

ALTER TABLE "message_parts" VALIDATE CONSTRAINT "message_parts_first_months";

-- Blocks on purpose: for milliseconds. Readers of the view lock it before its tables: in another order they would deadlock.
LOCK TABLE "message_timeline" IN ACCESS EXCLUSIVE MODE;

-- Drops on purpose: a table of the same name with the same rows takes its place in the same transaction.
ALTER TABLE "message_parts" RENAME TO "message_parts_first";
ALTER INDEX "message_parts_pkey" RENAME TO "message_parts_first_pkey";
ALTER INDEX "message_parts_carrier_carrier_message_id_recipient_idx" RENAME TO "message_parts_first_carrier_carrier_message_id_recipient_idx";
ALTER INDEX "message_parts_unknown" RENAME TO "message_parts_first_unknown";

CREATE TABLE "message_parts" (LIKE "message_parts_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("message_id");
ALTER TABLE "message_parts" ADD CONSTRAINT "message_parts_pkey" PRIMARY KEY ("message_id", "seq");
CREATE INDEX "message_parts_carrier_carrier_message_id_recipient_idx" ON "message_parts"("carrier", "carrier_message_id", "recipient");
CREATE INDEX "message_parts_unknown" ON "message_parts"("recipient") WHERE "carrier_message_id" IS NULL;

-- Blocks on purpose: the constraint says that all rows fit, and each index has its equal, so that nothing is read.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "message_parts" ATTACH PARTITION "message_parts_first" FOR VALUES FROM (MINVALUE) TO (%s)', (
        SELECT substring(pg_get_constraintdef(oid) FROM '''[^'']+''') FROM pg_constraint
        WHERE conname = 'message_parts_first_months'));
END $$;
ALTER TABLE "message_parts_first" DROP CONSTRAINT "message_parts_first_months";

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
