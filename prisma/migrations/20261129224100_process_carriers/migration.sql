-- AlterTable
ALTER TABLE "processes" ADD COLUMN     "carriers" JSONB NOT NULL DEFAULT '[]';
