-- Who has seen texts of messages (docs/decisions/055).

-- CreateEnum
CREATE TYPE "text_view_way" AS ENUM ('page', 'file', 'api');

-- CreateTable
CREATE TABLE "text_views" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "viewer" TEXT NOT NULL,
    "way" "text_view_way" NOT NULL,
    "device" TEXT,
    "client_address" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "views" INTEGER NOT NULL,
    "texts" INTEGER NOT NULL,
    "oldest_id" TEXT NOT NULL,
    "newest_id" TEXT NOT NULL,

    CONSTRAINT "text_views_pkey" PRIMARY KEY ("user_id","day","viewer","way")
);

-- CreateIndex
CREATE INDEX "text_views_day_idx" ON "text_views"("day");

-- AddForeignKey
ALTER TABLE "text_views" ADD CONSTRAINT "text_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
