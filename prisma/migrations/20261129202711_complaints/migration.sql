-- CreateEnum
CREATE TYPE "complaint_outcome" AS ENUM ('open', 'upheld', 'rejected');

-- CreateTable
CREATE TABLE "complaints" (
    "id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "header" TEXT NOT NULL,
    "template_id" TEXT,
    "reference" TEXT,
    "detail" TEXT NOT NULL,
    "user_id" TEXT,
    "message_id" TEXT,
    "outcome" "complaint_outcome" NOT NULL DEFAULT 'open',
    "finding" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "complaints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "complaints_number_received_at_idx" ON "complaints"("number", "received_at");

-- CreateIndex
CREATE INDEX "complaints_header_received_at_idx" ON "complaints"("header", "received_at");

-- CreateIndex
CREATE INDEX "complaints_received_at_idx" ON "complaints"("received_at");

-- By hand: what Prisma cannot express.
ALTER TABLE "complaints"
    ADD CONSTRAINT "complaints_finding" CHECK (("outcome" = 'open') = ("finding" IS NULL) AND ("outcome" = 'open') = ("decided_at" IS NULL));
