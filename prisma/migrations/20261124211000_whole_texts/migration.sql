-- A carrier may get a long text in one submit: its part stands for all segments then (docs/decisions/043).
ALTER TABLE "message_parts" ADD COLUMN "segments" SMALLINT NOT NULL DEFAULT 1;

-- What is about a whole text names no segment.
CREATE OR REPLACE VIEW "message_timeline" AS
    SELECT "message_id", "at", "kind", "seq", "carrier", "carrier_message_id", "status", "error_code", "id" AS "event_id",
        NULL AS "route", NULL AS "routed_by"
    FROM "message_events"
    UNION ALL
    SELECT "message_id", "submitted_at", 'submitted', CASE "segments" WHEN 1 THEN "seq" END, "carrier", "carrier_message_id",
        NULL, NULL, NULL, "route", "routed_by"
    FROM "message_parts" WHERE "submitted_at" IS NOT NULL
    UNION ALL
    SELECT "message_id", "receipt_at", 'receipt', CASE "segments" WHEN 1 THEN "seq" END, "carrier", "carrier_message_id",
        "receipt_status", "receipt_error_code", NULL, NULL, NULL
    FROM "message_parts" WHERE "receipt_at" IS NOT NULL;
