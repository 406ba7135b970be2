-- CreateEnum
CREATE TYPE "process_kind" AS ENUM ('web', 'worker');

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "kind" "process_kind" NOT NULL,
    "version" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "queues" TEXT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);
