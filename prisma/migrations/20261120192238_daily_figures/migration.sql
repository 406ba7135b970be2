-- CreateEnum
CREATE TYPE "figure" AS ENUM ('accepted', 'delivered', 'failed', 'otp_sent', 'otp_verified');

-- CreateTable
CREATE TABLE "message_tallies" (
    "id" BIGSERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "what" "figure" NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "message_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_figures" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "what" "figure" NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "daily_figures_pkey" PRIMARY KEY ("user_id","day","what","bucket")
);

-- CreateIndex
CREATE INDEX "message_tallies_user_id_day_idx" ON "message_tallies"("user_id", "day");


-- By hand: the figures of the messages and OTPs that are there, as domain/figures/tally-sql.ts counts.
INSERT INTO daily_figures (user_id, day, what, bucket, count)
SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date, what, bucket, count(*)
FROM (
  SELECT user_id, created_at, 'accepted'::figure AS what, 0 AS bucket FROM messages
  UNION ALL
  SELECT user_id, created_at, 'delivered', floor(4 * ln(greatest(10,
    1000 * extract(epoch FROM settled_at - created_at)::float8) / 10) / ln(2::float8))
  FROM messages WHERE state = 'delivered'
  UNION ALL
  SELECT user_id, created_at, 'failed', 0
  FROM messages WHERE state IN ('undelivered', 'failed', 'expired')
  UNION ALL
  SELECT user_id, created_at, 'otp_sent', 0 FROM otps
  UNION ALL
  SELECT user_id, created_at, 'otp_verified', 0 FROM otps WHERE state = 'verified'
) AS one
GROUP BY 1, 2, 3, 4;
