-- CreateTable
CREATE TABLE "hooks" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "send_as" TEXT NOT NULL,
    "has_codes" BOOLEAN NOT NULL DEFAULT false,
    "service_id" TEXT,
    "sender" TEXT,
    "template_id" TEXT,
    "variables" TEXT[],
    "recipients" TEXT[],
    "encrypted_secret" BYTEA,
    "encrypted_previous_secret" BYTEA,
    "previous_ends_at" TIMESTAMPTZ(3),
    "secret_set_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hooks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "hooks_user_id_idx" ON "hooks"("user_id");

-- AddForeignKey
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
