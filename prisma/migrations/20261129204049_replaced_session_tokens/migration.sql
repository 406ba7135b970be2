-- CreateTable
CREATE TABLE "replaced_session_tokens" (
    "token_hash" BYTEA NOT NULL,
    "session_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "replaced_session_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "replaced_session_tokens_session_id_idx" ON "replaced_session_tokens"("session_id");

-- CreateIndex
CREATE INDEX "replaced_session_tokens_expires_at_idx" ON "replaced_session_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "replaced_session_tokens" ADD CONSTRAINT "replaced_session_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
