-- Exports of all that is stored about an account (docs/decisions/056).

-- CreateEnum
CREATE TYPE "account_export_state" AS ENUM ('queued', 'running', 'done', 'failed', 'expired');

-- CreateTable
CREATE TABLE "account_exports" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "state" "account_export_state" NOT NULL DEFAULT 'queued',
    "claims" INTEGER NOT NULL DEFAULT 0,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "progress" JSONB,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_export_parts" (
    "export_id" TEXT NOT NULL,
    "file" SMALLINT NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "account_export_parts_pkey" PRIMARY KEY ("export_id","file","part")
);

-- CreateIndex
CREATE INDEX "account_exports_user_id_id_idx" ON "account_exports"("user_id", "id");

-- AddForeignKey
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_export_parts" ADD CONSTRAINT "account_export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "account_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
-- An account has one export that is queued or runs.
CREATE UNIQUE INDEX "account_exports_one_running" ON "account_exports"("user_id") WHERE "state" IN ('queued', 'running');
-- For the reconciler: those that hold parts or will, which are few.
CREATE INDEX "account_exports_open" ON "account_exports"("due_at") WHERE "state" IN ('queued', 'running') OR "bytes" > 0;
-- The parts are compressed already.
ALTER TABLE "account_export_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
