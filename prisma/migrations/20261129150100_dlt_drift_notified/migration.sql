-- AlterTable
ALTER TABLE "dlt_registries" ADD COLUMN "drift_notified_day" DATE;
