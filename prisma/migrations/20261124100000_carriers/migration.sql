-- Carriers are rows, which workers follow while they run (docs/decisions/043). A worker writes those of its settings.
CREATE TYPE "carrier_source" AS ENUM ('settings', 'operator');
CREATE TYPE "bind_mode" AS ENUM ('transceiver', 'transmitter', 'receiver');

CREATE TABLE "carriers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" "carrier_source" NOT NULL,
    "position" SMALLINT NOT NULL,
    "profile" JSONB NOT NULL,
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "carriers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "carriers_name_key" ON "carriers"("name");

CREATE TABLE "carrier_binds" (
    "id" TEXT NOT NULL,
    "carrier_id" TEXT NOT NULL,
    "mode" "bind_mode" NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "tls" BOOLEAN NOT NULL,
    "system_id" TEXT NOT NULL,
    "system_type" TEXT NOT NULL,
    "encrypted_password" BYTEA NOT NULL,
    "connections" SMALLINT NOT NULL,

    CONSTRAINT "carrier_binds_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "carrier_binds_carrier_id_idx" ON "carrier_binds"("carrier_id");
ALTER TABLE "carrier_binds" ADD CONSTRAINT "carrier_binds_carrier_id_fkey" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
