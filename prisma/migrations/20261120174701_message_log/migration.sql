-- CreateIndex
CREATE INDEX "messages_user_id_state_id_idx" ON "messages"("user_id", "state", "id");

-- CreateIndex
CREATE INDEX "messages_user_id_recipient_state_id_idx" ON "messages"("user_id", "recipient", "state", "id");

-- CreateIndex
CREATE INDEX "messages_user_id_key_id_state_id_idx" ON "messages"("user_id", "key_id", "state", "id");
