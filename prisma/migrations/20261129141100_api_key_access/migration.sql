-- Keys that exist may do everything, as before.
ALTER TABLE "credentials"
    ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT ARRAY['messages:send', 'otp', 'messages:read', 'dlt', 'webhooks', 'account:read']::TEXT[],
    ADD COLUMN "allowed_templates" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "allowed_services" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "allowed_addresses" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "previous_secret_hash" BYTEA,
    ADD COLUMN "encrypted_previous_secret" BYTEA,
    ADD COLUMN "previous_ends_at" TIMESTAMPTZ(3),
    ADD COLUMN "rolled_at" TIMESTAMPTZ(3),
    ADD COLUMN "rolled_from" TEXT,
    ADD COLUMN "leak_reported_at" TIMESTAMPTZ(3),
    ADD COLUMN "leak_notified_at" TIMESTAMPTZ(3),
    ADD COLUMN "created_by" TEXT,
    ADD COLUMN "created_device" TEXT,
    ADD COLUMN "last_used_from" TEXT;

-- By hand: what a key may do, whichever way it is written (docs/decisions/068).
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_scopes" CHECK (
  cardinality("scopes") > 0
  AND "scopes" <@ ARRAY['messages:send', 'otp', 'messages:read', 'dlt', 'webhooks', 'account:read']::TEXT[]
) NOT VALID;
ALTER TABLE "credentials" VALIDATE CONSTRAINT "credentials_scopes";

-- By hand: with `dlt` it could change the templates and services that it is restricted to.
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_restricted_without_dlt" CHECK (
  NOT 'dlt' = ANY ("scopes") OR cardinality("allowed_templates") + cardinality("allowed_services") = 0
) NOT VALID;
ALTER TABLE "credentials" VALIDATE CONSTRAINT "credentials_restricted_without_dlt";

-- By hand: an earlier secret always ends (docs/decisions/069).
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_previous_secret_ends" CHECK (
  num_nonnulls("previous_secret_hash", "encrypted_previous_secret", "previous_ends_at") IN (0, 3)
) NOT VALID;
ALTER TABLE "credentials" VALIDATE CONSTRAINT "credentials_previous_secret_ends";
