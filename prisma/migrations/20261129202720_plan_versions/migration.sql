-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "plans_name_version_key" ON "plans"("name", "version");

-- By hand: of the versions of a plan, at most one is offered, and one plan is the default.
CREATE UNIQUE INDEX CONCURRENTLY "plans_current" ON "plans"("name") WHERE "is_listed" OR "is_default";

CREATE UNIQUE INDEX CONCURRENTLY "plans_default" ON "plans"("is_default") WHERE "is_default";

-- Drops on purpose: several versions of a plan have the same name. No release looks for a plan by this index alone.
DROP INDEX "plans_name_key";
