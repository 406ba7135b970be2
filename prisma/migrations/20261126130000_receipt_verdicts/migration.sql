-- What an operator said by the error code of a receipt (docs/decisions/052).
ALTER TABLE "receipt_inbox" ADD COLUMN "verdict" TEXT;
