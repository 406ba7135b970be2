-- CreateTable
CREATE TABLE "scheduled_messages" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "request_id" TEXT,
    "usage_period_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "recipient" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "template_id" TEXT,
    "entity_id" TEXT,
    "promotional" BOOLEAN NOT NULL,
    "may_wait" BOOLEAN NOT NULL,
    "content" TEXT,
    "encoding" "message_encoding" NOT NULL,
    "segments" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "scheduled_messages_user_id_due_at_id_idx" ON "scheduled_messages"("user_id", "due_at", "id");

-- CreateIndex
CREATE INDEX "scheduled_messages_user_id_id_idx" ON "scheduled_messages"("user_id", "id");

-- CreateIndex
CREATE INDEX "scheduled_messages_user_id_recipient_idx" ON "scheduled_messages"("user_id", "recipient");

-- CreateIndex
CREATE INDEX "scheduled_messages_cancelled_at_idx" ON "scheduled_messages"("cancelled_at");
