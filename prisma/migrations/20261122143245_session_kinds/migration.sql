-- CreateEnum
CREATE TYPE "session_kind" AS ENUM ('browser', 'program');

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "kind" "session_kind";

-- By hand: a session that is there already is of the kind that its user agent suggests, as all browsers name
-- themselves Mozilla. Where that is wrong, its holder signs in again.
UPDATE "sessions" SET
    "authenticated_at" = "created_at",
    "kind" = CASE WHEN "user_agent" LIKE 'Mozilla/%' THEN 'browser' ELSE 'program' END::"session_kind",
    "expires_at" = least("expires_at", "created_at" + interval '180 days');
