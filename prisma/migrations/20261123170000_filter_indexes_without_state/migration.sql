-- A message changes its state twice; as long as no index holds the state, neither change writes into one (docs/decisions/045).
-- Drops on purpose: the indexes below take their place.
DROP INDEX "messages_user_id_state_id_idx";
DROP INDEX "messages_user_id_recipient_state_id_idx";
DROP INDEX "messages_user_id_key_id_state_id_idx";

-- The state where it is one that people look for, and null for what goes its ordinary way, so that this does not change.
ALTER TABLE "messages" ADD COLUMN "problem" "message_state" GENERATED ALWAYS AS (
    CASE WHEN "state" IN ('undelivered', 'failed', 'expired', 'unknown') THEN "state" END) STORED;

CREATE INDEX "messages_user_id_recipient_id_idx" ON "messages"("user_id", "recipient", "id");
CREATE INDEX "messages_user_id_key_id_id_idx" ON "messages"("user_id", "key_id", "id");
CREATE INDEX "messages_problems" ON "messages"("user_id", "problem", "id") WHERE "problem" IS NOT NULL;

-- Room in each page for the new versions of its rows.
ALTER TABLE "messages" SET (fillfactor = 60);
ALTER TABLE "message_parts" SET (fillfactor = 70);
