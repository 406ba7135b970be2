-- AlterTable
ALTER TABLE "notification_channels" ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "timeouts" INTEGER NOT NULL DEFAULT 0;
