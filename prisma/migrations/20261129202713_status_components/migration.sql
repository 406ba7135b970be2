-- CreateEnum
CREATE TYPE "component_state" AS ENUM ('operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance');

-- CreateTable
CREATE TABLE "status_components" (
    "id" TEXT NOT NULL,
    "state" "component_state" NOT NULL DEFAULT 'operational',
    "candidate" "component_state",
    "candidate_count" SMALLINT NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "override" "component_state",
    "override_reason" TEXT,
    "override_by" TEXT,
    "override_until" TIMESTAMPTZ(3),

    CONSTRAINT "status_components_pkey" PRIMARY KEY ("id")
);

-- By hand: what Prisma cannot express.
ALTER TABLE "status_components"
    ADD CONSTRAINT "status_components_override" CHECK (num_nulls("override", "override_reason", "override_by", "override_until") IN (0, 4));
