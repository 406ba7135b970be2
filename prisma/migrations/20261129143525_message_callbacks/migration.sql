-- CreateTable
CREATE TABLE "message_callbacks" (
    "message_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,

    CONSTRAINT "message_callbacks_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "message_callbacks_user_id_idx" ON "message_callbacks"("user_id");
