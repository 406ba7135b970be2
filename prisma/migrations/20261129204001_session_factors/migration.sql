-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "factors" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "is_remembered" BOOLEAN NOT NULL DEFAULT false;
