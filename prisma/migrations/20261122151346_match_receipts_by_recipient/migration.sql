-- DropIndex
DROP INDEX "message_parts_carrier_carrier_message_id_idx";

-- DropIndex
DROP INDEX "receipt_inbox_carrier_carrier_message_id_idx";

-- CreateIndex
CREATE INDEX "message_parts_carrier_carrier_message_id_recipient_idx" ON "message_parts"("carrier", "carrier_message_id", "recipient");

-- CreateIndex
CREATE INDEX "receipt_inbox_carrier_carrier_message_id_recipient_idx" ON "receipt_inbox"("carrier", "carrier_message_id", "recipient");
