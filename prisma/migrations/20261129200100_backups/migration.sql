-- CreateTable
CREATE TABLE "backups" (
    "id" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "release" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "encrypted" BOOLEAN NOT NULL,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backups_taken_at_idx" ON "backups"("taken_at");
