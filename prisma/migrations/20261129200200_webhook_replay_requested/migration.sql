-- AlterTable
ALTER TABLE "webhook_queue" ADD COLUMN     "replay_requested" BOOLEAN NOT NULL DEFAULT false;
