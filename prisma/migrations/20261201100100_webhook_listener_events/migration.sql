-- The events that they watch, without text and number, deleted an hour after the end (docs/decisions/074).
CREATE TABLE "webhook_listener_events" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "type" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "subject_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "version" SMALLINT,
    "reason" TEXT,
    "data" JSONB,

    CONSTRAINT "webhook_listener_events_pkey" PRIMARY KEY ("user_id","livemode","id")
);
