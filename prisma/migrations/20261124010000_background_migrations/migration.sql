-- What the worker changes in small batches, while everything runs (docs/decisions/044).
CREATE TABLE "background_migrations" (
    "id" TEXT NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "rows_done" BIGINT NOT NULL DEFAULT 0,
    "rows_skipped" BIGINT NOT NULL DEFAULT 0,
    "rows_expected" BIGINT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "background_migrations_pkey" PRIMARY KEY ("id")
);

-- Values that releases before ADR 038 encrypted are bound to their rows.
INSERT INTO "background_migrations" ("id") VALUES ('bind_api_keys'), ('bind_notification_addresses');
