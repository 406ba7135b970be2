-- The codes of a service by hour, once they are all over (docs/decisions/057).
CREATE TABLE "otp_service_hours" (
    "service_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL,
    "verified" INTEGER NOT NULL,
    "test_sent" INTEGER NOT NULL,
    "test_verified" INTEGER NOT NULL,

    CONSTRAINT "otp_service_hours_pkey" PRIMARY KEY ("service_id","hour")
);

ALTER TABLE "otp_service_hours" ADD CONSTRAINT "otp_service_hours_service_id_fkey"
  FOREIGN KEY ("service_id") REFERENCES "otp_services"("id") ON DELETE CASCADE ON UPDATE CASCADE;
