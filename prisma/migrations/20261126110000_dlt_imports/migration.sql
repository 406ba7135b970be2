-- Exports of DLT portals that accounts import (docs/decisions/050).

-- CreateEnum
CREATE TYPE "dlt_import_state" AS ENUM ('queued', 'running', 'checked', 'needs_mapping', 'done', 'failed', 'expired');

-- CreateTable
CREATE TABLE "dlt_imports" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" BYTEA,
    "options" JSONB NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL,
    "state" "dlt_import_state" NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "rows" INTEGER,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "dlt_imports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "dlt_imports_user_id_id_idx" ON "dlt_imports"("user_id", "id");

-- AddForeignKey
ALTER TABLE "dlt_imports" ADD CONSTRAINT "dlt_imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
-- An account has one import that is queued or runs.
CREATE UNIQUE INDEX "dlt_imports_one_running" ON "dlt_imports"("user_id") WHERE "state" IN ('queued', 'running');
-- For the reconciler: those that hold a file, which are few.
CREATE INDEX "dlt_imports_open" ON "dlt_imports"("due_at") WHERE "state" IN ('queued', 'running', 'checked', 'needs_mapping');
ALTER TABLE "dlt_imports" ADD CONSTRAINT "dlt_imports_bytes" CHECK (("bytes" IS NOT NULL) = ("state" IN ('queued', 'running', 'checked', 'needs_mapping')));
