-- Accounts that watch their webhook events on the dashboard (docs/decisions/074).
CREATE TABLE "webhook_listeners" (
    "user_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "is_full" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("user_id","livemode")
);
