-- AlterTable
ALTER TABLE "dlt_header_decisions" ADD COLUMN     "evidence_name" TEXT,
ADD COLUMN     "evidence_sha256" BYTEA;
