-- How long an account keeps its messages, if not as long as the installation does, and since when (docs/decisions/046).
ALTER TABLE "settings" ADD COLUMN "message_retention_days" INTEGER, ADD COLUMN "message_retention_set_at" TIMESTAMPTZ(3);

-- The months of messages that npm run archive has written to files.
CREATE TABLE "archived_months" (
    "month" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "messages" BIGINT NOT NULL,
    "place" TEXT NOT NULL,

    CONSTRAINT "archived_months_pkey" PRIMARY KEY ("month")
);
