-- CreateTable
CREATE TABLE "settings" (
    "user_id" TEXT NOT NULL,
    "rate_limiting" BOOLEAN NOT NULL DEFAULT true,
    "error_logging" BOOLEAN NOT NULL DEFAULT true,
    "request_validation" BOOLEAN NOT NULL DEFAULT false,
    "ip_filtering" BOOLEAN NOT NULL DEFAULT false,
    "allowed_addresses" TEXT[],
    "email" BOOLEAN NOT NULL DEFAULT true,
    "sms" BOOLEAN NOT NULL DEFAULT false,
    "slack" BOOLEAN NOT NULL DEFAULT false,
    "critical_alerts" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "settings" ADD CONSTRAINT "settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
