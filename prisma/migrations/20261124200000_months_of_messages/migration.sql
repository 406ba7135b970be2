-- Messages by month, so that a month that is past its retention goes at once (docs/decisions/046). What there is becomes the
-- first partition. It ends with this month, or with the next if this one has fewer than ten days left.

-- The smallest id of a moment, as minIdAt in platform/ids.ts: the time in milliseconds, in Crockford's base 32.
CREATE FUNCTION "id_at"("prefix" TEXT, "at" TIMESTAMPTZ) RETURNS TEXT LANGUAGE SQL IMMUTABLE AS $$
    SELECT prefix || '_' || string_agg(
        substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((extract(epoch FROM at) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
        '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place
$$;

-- Blocks on purpose: the bound depends on the day. The constraint is not validated here, so this takes milliseconds.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "messages" ADD CONSTRAINT "messages_first_months" CHECK ("id" < %L) NOT VALID', id_at(
        'msg', date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata' + interval '40 days') AT TIME ZONE 'Asia/Kolkata'));
END $$;

ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_first_months";

-- Drops on purpose: a table of the same name with the same rows takes its place in the same transaction.
ALTER TABLE "messages" RENAME TO "messages_first";
ALTER INDEX "messages_pkey" RENAME TO "messages_first_pkey";
ALTER INDEX "messages_user_id_id_idx" RENAME TO "messages_first_user_id_id_idx";
ALTER INDEX "messages_user_id_recipient_id_idx" RENAME TO "messages_first_user_id_recipient_id_idx";
ALTER INDEX "messages_user_id_key_id_id_idx" RENAME TO "messages_first_user_id_key_id_id_idx";
ALTER INDEX "messages_problems" RENAME TO "messages_first_problems";

CREATE TABLE "messages" (LIKE "messages_first" INCLUDING DEFAULTS INCLUDING GENERATED) PARTITION BY RANGE ("id");
ALTER TABLE "messages" ADD CONSTRAINT "messages_pkey" PRIMARY KEY ("id");
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");
CREATE INDEX "messages_user_id_recipient_id_idx" ON "messages"("user_id", "recipient", "id");
CREATE INDEX "messages_user_id_key_id_id_idx" ON "messages"("user_id", "key_id", "id");
CREATE INDEX "messages_problems" ON "messages"("user_id", "problem", "id") WHERE "problem" IS NOT NULL;

-- Blocks on purpose: the constraint says that all rows fit, and each index has its equal, so that nothing is read.
DO $$ BEGIN
    EXECUTE format('ALTER TABLE "messages" ATTACH PARTITION "messages_first" FOR VALUES FROM (MINVALUE) TO (%s)', (
        SELECT substring(pg_get_constraintdef(oid) FROM '''[^'']+''') FROM pg_constraint
        WHERE conname = 'messages_first_months'));
END $$;
ALTER TABLE "messages_first" DROP CONSTRAINT "messages_first_months";
