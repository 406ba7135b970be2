-- What has to be sent stands in a narrow table of its own (docs/decisions/042). Workers of an earlier release must be
-- stopped first: they would look for it in `messages`.

CREATE TABLE "message_queue" (
    "message_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "message_kind" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "worker_id" TEXT,
    "reservation" INTEGER,
    "carrier" TEXT,

    CONSTRAINT "message_queue_pkey" PRIMARY KEY ("message_id")
-- Half of each page is left to the new versions of its rows: reserved, then submitting.
) WITH (fillfactor = 50);
-- Each row is gone within seconds: vacuum by a number of rows, and not by a share of a table that is empty at night.
ALTER TABLE "message_queue" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX "message_queue_kind_user_id_due_at_message_id_idx" ON "message_queue"("kind", "user_id", "due_at", "message_id");
CREATE INDEX "message_queue_valid_until_idx" ON "message_queue"("valid_until");

CREATE TABLE "delivery_workers" (
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "steady_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_workers_pkey" PRIMARY KEY ("id")
);

-- What was being submitted belongs to a worker that is gone: the reconciler marks it `unknown`.
INSERT INTO "message_queue" ("message_id", "user_id", "kind", "due_at", "valid_until", "worker_id", "carrier")
SELECT "id", "user_id", "kind", "due_at", "valid_until",
    CASE WHEN "state" = 'submitting' THEN 'none' END, CASE WHEN "state" = 'submitting' THEN coalesce("carrier", 'none') END
FROM "messages" WHERE "state" IN ('queued', 'submitting');
-- A worker that is lost, and forgotten when it has no messages.
INSERT INTO "delivery_workers" ("id", "seen_at", "steady_since") VALUES ('none', 'epoch', 'epoch');
UPDATE "messages" SET "state" = 'queued' WHERE "state" = 'submitting';

-- Drops on purpose: the columns and indexes of the new table take their place.
DROP INDEX "messages_queued_due";
DROP INDEX "messages_queued_validity";
DROP INDEX "messages_submitting_lease";
ALTER TABLE "messages" DROP COLUMN "due_at", DROP COLUMN "lease_until", DROP COLUMN "carrier";
