-- Requests to erase a recipient (docs/decisions/055).

-- CreateEnum
CREATE TYPE "erasure_state" AS ENUM ('running', 'waiting', 'done');

-- CreateTable
CREATE TABLE "erasures" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "recipient" TEXT,
    "pseudonym" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "state" "erasure_state" NOT NULL DEFAULT 'running',
    "until_id" TEXT NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "total" INTEGER,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "codes" INTEGER NOT NULL DEFAULT 0,
    "open" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "retained_until" TIMESTAMPTZ(3),
    "purge_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erasures_user_id_id_idx" ON "erasures"("user_id", "id");

-- CreateIndex
CREATE INDEX "erasures_purge_at_idx" ON "erasures"("purge_at");

-- CreateIndex
CREATE UNIQUE INDEX "erasures_user_id_recipient_key" ON "erasures"("user_id", "recipient");

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
-- For the reconciler: those that are not done, which are few.
CREATE INDEX "erasures_open" ON "erasures"("due_at") WHERE "state" <> 'done';
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_recipient" CHECK (("recipient" IS NULL) = ("state" = 'done'));
