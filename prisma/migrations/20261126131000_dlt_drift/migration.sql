-- Messages that our check had passed and an operator rejected (docs/decisions/052).

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'dlt_suspect';

-- CreateTable
CREATE TABLE "dlt_drift" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "header" TEXT NOT NULL,
    "template_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "rejections" INTEGER NOT NULL,
    "carrier" TEXT NOT NULL,
    "error_code" TEXT,
    "message_id" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dlt_drift_pkey" PRIMARY KEY ("user_id","day","header","template_id","verdict")
);

-- CreateIndex
CREATE INDEX "dlt_drift_day_idx" ON "dlt_drift"("day");

-- AddForeignKey
ALTER TABLE "dlt_drift" ADD CONSTRAINT "dlt_drift_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
