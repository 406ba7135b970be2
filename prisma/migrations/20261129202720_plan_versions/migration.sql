-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "plans_name_version_key" ON "plans"("name", "version");

-- Drops on purpose: several versions of a plan have the same name. No release looks for a plan by this index alone.
DROP INDEX CONCURRENTLY "plans_name_key";

-- By hand: of the versions of a plan, at most one is on offer.
CREATE UNIQUE INDEX CONCURRENTLY "plans_current" ON "plans"("name") WHERE "is_listed" OR "is_default";
