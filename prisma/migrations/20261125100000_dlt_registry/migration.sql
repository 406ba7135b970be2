-- What each account has registered with DLT (docs/decisions/048). Every key begins with the account.

-- CreateEnum
CREATE TYPE "dlt_mode" AS ENUM ('enforce', 'warn', 'off');

-- CreateEnum
CREATE TYPE "dlt_registration_status" AS ENUM ('active', 'inactive', 'blacklisted');

-- CreateEnum
CREATE TYPE "dlt_category" AS ENUM ('promotional', 'transactional', 'service_implicit', 'service_explicit', 'government');

-- CreateEnum
CREATE TYPE "dlt_header_status" AS ENUM ('pending', 'approved', 'declined', 'inactive', 'suspended', 'blacklisted');

-- CreateEnum
CREATE TYPE "dlt_template_kind" AS ENUM ('text', 'unicode');

-- CreateEnum
CREATE TYPE "dlt_template_status" AS ENUM ('approved', 'pending', 'inactive', 'blacklisted');

-- CreateEnum
CREATE TYPE "dlt_link_kind" AS ENUM ('url', 'url_dynamic', 'number', 'email');

-- CreateTable
CREATE TABLE "dlt_registries" (
    "user_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "mode" "dlt_mode" NOT NULL DEFAULT 'warn',
    "templates" INTEGER NOT NULL DEFAULT 0,
    "characters" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "dlt_registries_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "dlt_entities" (
    "user_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "dlt_registration_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_entities_pkey" PRIMARY KEY ("user_id","entity_id")
);

-- CreateTable
CREATE TABLE "dlt_headers" (
    "user_id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "category" "dlt_category" NOT NULL,
    "status" "dlt_header_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "likeness" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_headers_pkey" PRIMARY KEY ("user_id","header")
);

-- CreateTable
CREATE TABLE "dlt_templates" (
    "user_id" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "slots" JSONB NOT NULL,
    "category" "dlt_category" NOT NULL,
    "kind" "dlt_template_kind" NOT NULL,
    "status" "dlt_template_status" NOT NULL,
    "headers" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_templates_pkey" PRIMARY KEY ("user_id","template_id")
);

-- CreateTable
CREATE TABLE "dlt_links" (
    "user_id" TEXT NOT NULL,
    "kind" "dlt_link_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_links_pkey" PRIMARY KEY ("user_id","kind","value")
);

-- CreateTable
CREATE TABLE "dlt_chains" (
    "user_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "telemarketer_ids" TEXT[],
    "is_approved" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_chains_pkey" PRIMARY KEY ("user_id","entity_id","carrier")
);

-- CreateIndex
CREATE INDEX "dlt_headers_user_id_entity_id_idx" ON "dlt_headers"("user_id", "entity_id");

-- CreateIndex
CREATE INDEX "dlt_headers_likeness_idx" ON "dlt_headers"("likeness");

-- CreateIndex
CREATE INDEX "dlt_templates_user_id_entity_id_idx" ON "dlt_templates"("user_id", "entity_id");

-- AddForeignKey
ALTER TABLE "dlt_registries" ADD CONSTRAINT "dlt_registries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_entities" ADD CONSTRAINT "dlt_entities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_headers" ADD CONSTRAINT "dlt_headers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_headers" ADD CONSTRAINT "dlt_headers_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_links" ADD CONSTRAINT "dlt_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_chains" ADD CONSTRAINT "dlt_chains_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dlt_chains" ADD CONSTRAINT "dlt_chains_user_id_entity_id_fkey" FOREIGN KEY ("user_id", "entity_id") REFERENCES "dlt_entities"("user_id", "entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what schema.prisma cannot express.
ALTER TABLE "dlt_templates" ADD CONSTRAINT "dlt_templates_body" CHECK (char_length("body") BETWEEN 1 AND 2000);
ALTER TABLE "dlt_registries" ADD CONSTRAINT "dlt_registries_totals" CHECK ("templates" >= 0 AND "characters" >= 0);
