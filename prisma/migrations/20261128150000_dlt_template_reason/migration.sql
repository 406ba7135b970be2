ALTER TABLE "dlt_templates" ADD COLUMN "reason" TEXT;
