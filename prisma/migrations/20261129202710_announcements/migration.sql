-- CreateEnum
CREATE TYPE "announcement_level" AS ENUM ('info', 'warning', 'critical');

-- CreateEnum
CREATE TYPE "announcement_audience" AS ENUM ('all', 'plan', 'accounts');

-- CreateTable
CREATE TABLE "announcements" (
    "id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "level" "announcement_level" NOT NULL,
    "audience" "announcement_audience" NOT NULL,
    "audience_ids" TEXT[],
    "link_url" TEXT,
    "link_label" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissible" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "announcements_ends_at_idx" ON "announcements"("ends_at");

-- By hand: what Prisma cannot express.
ALTER TABLE "announcements"
    ADD CONSTRAINT "announcements_ends_later" CHECK ("ends_at" > "starts_at"),
    ADD CONSTRAINT "announcements_link" CHECK (("link_url" IS NULL) = ("link_label" IS NULL)),
    ADD CONSTRAINT "announcements_audience" CHECK (("audience" = 'all') = (cardinality("audience_ids") = 0));
