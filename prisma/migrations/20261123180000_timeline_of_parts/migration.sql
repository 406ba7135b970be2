-- What nearly every segment has, one submit and one receipt, stands in its row, and not in two rows of `message_events`.
ALTER TABLE "message_parts"
    ADD COLUMN "submitted_at" TIMESTAMPTZ(3),
    ADD COLUMN "receipt_at" TIMESTAMPTZ(3),
    ADD COLUMN "receipt_status" TEXT,
    ADD COLUMN "receipt_error_code" TEXT;

-- Everything that happened to a message, in whatever table it stands.
CREATE VIEW "message_timeline" AS
    SELECT "message_id", "at", "kind", "seq", "carrier", "carrier_message_id", "status", "error_code", "id" AS "event_id"
    FROM "message_events"
    UNION ALL
    SELECT "message_id", "submitted_at", 'submitted', "seq", "carrier", "carrier_message_id", NULL, NULL, NULL
    FROM "message_parts" WHERE "submitted_at" IS NOT NULL
    UNION ALL
    SELECT "message_id", "receipt_at", 'receipt', "seq", "carrier", "carrier_message_id", "receipt_status",
        "receipt_error_code", NULL
    FROM "message_parts" WHERE "receipt_at" IS NOT NULL;
