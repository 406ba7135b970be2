-- Who decided on which header, and the files that show whose it is (docs/decisions/049).

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'dlt_header_decided';

-- AlterTable
ALTER TABLE "dlt_registries" ALTER COLUMN "mode" SET DEFAULT 'enforce';

-- CreateEnum
CREATE TYPE "dlt_header_verdict" AS ENUM ('approved', 'declined');

-- CreateTable
CREATE TABLE "dlt_header_evidence" (
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_header_evidence_pkey" PRIMARY KEY ("user_id","header")
);

-- CreateTable
CREATE TABLE "dlt_header_decisions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "decision" "dlt_header_verdict" NOT NULL,
    "reason" TEXT,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_header_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "dlt_header_decisions_user_id_header_decided_at_idx" ON "dlt_header_decisions"("user_id", "header", "decided_at");

-- AddForeignKey
ALTER TABLE "dlt_header_evidence" ADD CONSTRAINT "dlt_header_evidence_user_id_header_fkey" FOREIGN KEY ("user_id", "header") REFERENCES "dlt_headers"("user_id", "header") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_header_decisions" ADD CONSTRAINT "dlt_header_decisions_user_id_header_fkey" FOREIGN KEY ("user_id", "header") REFERENCES "dlt_headers"("user_id", "header") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
ALTER TABLE "dlt_header_evidence" ADD CONSTRAINT "dlt_header_evidence_size" CHECK (octet_length("bytes") BETWEEN 1 AND 5242880);
ALTER TABLE "dlt_header_decisions" ADD CONSTRAINT "dlt_header_decisions_reason" CHECK ("decision" = 'approved' OR "reason" IS NOT NULL);
