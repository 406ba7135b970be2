-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "changes" JSONB;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "credited_paise" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "credited_to" TEXT,
ADD COLUMN     "replaced_end" TIMESTAMPTZ(3);

-- By hand: what was carried over went somewhere.
ALTER TABLE "subscriptions"
    ADD CONSTRAINT "subscriptions_credited" CHECK (
        credited_paise >= 0
        AND (credited_to IS NULL) = (replaced_end IS NULL)
        AND (credited_to IS NOT NULL OR credited_paise = 0));
