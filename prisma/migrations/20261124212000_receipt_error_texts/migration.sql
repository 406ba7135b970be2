-- What the carrier's profile says of a receipt's error code (docs/decisions/043).
ALTER TABLE "receipt_inbox" ADD COLUMN "error_text" TEXT;
