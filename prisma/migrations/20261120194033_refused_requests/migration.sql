-- CreateTable
CREATE TABLE "refused_requests" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "param" TEXT,
    "client_address" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "refused_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refused_requests_user_id_id_idx" ON "refused_requests"("user_id", "id");
