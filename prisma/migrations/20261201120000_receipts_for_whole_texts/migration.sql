-- Whether a receipt stands for all segments of its text: some carriers send one receipt a text.
ALTER TABLE "receipt_inbox" ADD COLUMN "settles_all" BOOLEAN NOT NULL DEFAULT false;
