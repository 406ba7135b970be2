-- CreateEnum
CREATE TYPE "incident_status" AS ENUM ('investigating', 'identified', 'monitoring', 'resolved', 'postmortem', 'scheduled', 'in_progress', 'verifying', 'completed');

-- CreateEnum
CREATE TYPE "incident_impact" AS ENUM ('none', 'minor', 'major', 'critical', 'maintenance');

-- CreateTable
CREATE TABLE "incidents" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "impact" "incident_impact" NOT NULL,
    "status" "incident_status" NOT NULL,
    "components" TEXT[],
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incidents_starts_at_idx" ON "incidents"("starts_at");

-- By hand: what Prisma cannot express.
ALTER TABLE "incidents"
    ADD CONSTRAINT "incidents_maintenance" CHECK (("impact" = 'maintenance') = ("ends_at" IS NOT NULL)),
    ADD CONSTRAINT "incidents_ends_later" CHECK ("ends_at" > "starts_at");
