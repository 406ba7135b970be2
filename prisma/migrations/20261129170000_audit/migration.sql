-- The audit trail (docs/decisions/091). Its schema is not part of schema.prisma: programs only read its tables and call its
-- functions, so that a role which may neither change nor delete rows is enough. `ops/postgres/audit.sh` gives the schema to
-- another role; until then only triggers refuse changes.
CREATE SCHEMA "audit";

-- The last link of each stream. A stream is the chain of one account, of the installation, or of refused attempts.
CREATE TABLE "audit"."heads" (
    "stream" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "heads_pkey" PRIMARY KEY ("stream")
);

-- The last link of each stream in a month, written after the month's end. When the month is dropped, the chain begins here.
CREATE TABLE "audit"."anchors" (
    "stream" TEXT NOT NULL,
    "month_end" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "anchors_pkey" PRIMARY KEY ("stream","month_end")
);

-- `body` and `details` are JSON as bytes. The hash covers `body`, which contains a hash of `details`; so `details` can be
-- erased, and the chain still verifies. `account_id`, `action`, `actor_kind` and `actor_id` repeat values of `body` for indexes.
CREATE TABLE "audit"."events" (
    "stream" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "version" SMALLINT NOT NULL,
    "body" BYTEA NOT NULL,
    "details" BYTEA,
    "prev" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" TEXT,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,

    CONSTRAINT "events_pkey" PRIMARY KEY ("stream","seq","at")
) PARTITION BY RANGE ("at");

CREATE INDEX "events_account_id_at_id_idx" ON "audit"."events"("account_id", "at", "id");

CREATE INDEX "events_at_id_idx" ON "audit"."events"("at", "id");

-- Erasing `details` is the only change of an event. A head only moves on by one link.
CREATE FUNCTION "audit"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'heads' THEN
        IF NEW.stream = OLD.stream AND NEW.seq = OLD.seq + 1 AND NEW.at >= OLD.at THEN RETURN NEW; END IF;
    ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME LIKE 'events%' THEN
        IF NEW.details IS NULL AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details' THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'The audit trail is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "heads_refuse_change" BEFORE UPDATE OR DELETE ON "audit"."heads"
    FOR EACH ROW EXECUTE FUNCTION "audit"."refuse_change"();

CREATE TRIGGER "heads_refuse_truncate" BEFORE TRUNCATE ON "audit"."heads"
    FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse_change"();

CREATE TRIGGER "anchors_refuse_change" BEFORE UPDATE ON "audit"."anchors"
    FOR EACH ROW EXECUTE FUNCTION "audit"."refuse_change"();

CREATE TRIGGER "anchors_refuse_truncate" BEFORE TRUNCATE ON "audit"."anchors"
    FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse_change"();

CREATE TRIGGER "events_refuse_change" BEFORE UPDATE OR DELETE ON "audit"."events"
    FOR EACH ROW EXECUTE FUNCTION "audit"."refuse_change"();

CREATE TRIGGER "events_refuse_truncate" BEFORE TRUNCATE ON "audit"."events"
    FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse_change"();

-- Creates the table of the month (in India) that contains a time, if it is missing. ATTACH lets other sessions read and write
-- meanwhile.
CREATE FUNCTION "audit"."make_month"("within" TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER
SET search_path = audit, pg_temp SET timezone = 'Asia/Kolkata' AS $$
DECLARE
    first_day TIMESTAMPTZ := date_trunc('month', within);
    next_day TIMESTAMPTZ := date_trunc('month', within) + interval '1 month';
    name TEXT := 'events_' || to_char(within, 'YYYY_MM');
BEGIN
    IF to_regclass('audit.' || name) IS NOT NULL THEN RETURN false; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('months of the audit trail'));
    BEGIN
        EXECUTE format('CREATE TABLE audit.%I (LIKE audit.events INCLUDING ALL)', name);
        EXECUTE format('ALTER TABLE audit.events ATTACH PARTITION audit.%I FOR VALUES FROM (%L) TO (%L)', name, first_day, next_day);
        EXECUTE format('CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON audit.%I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', name);
    EXCEPTION WHEN duplicate_table OR unique_violation THEN
        -- The previous holder of the lock has created it. This session may not have seen that yet.
        RETURN false;
    END;
    RETURN true;
END $$;

-- The hash of a link: SHA-256 of a version byte and the length-prefixed fields. Lengths have four bytes, numbers eight.
CREATE FUNCTION "audit"."link"("stream" TEXT, "seq" BIGINT, "at" TIMESTAMPTZ, "body" BYTEA, "prev" BYTEA)
RETURNS BYTEA LANGUAGE sql STABLE AS $$
    SELECT sha256('\x01'::bytea
        || int4send(octet_length(convert_to($1, 'UTF8'))) || convert_to($1, 'UTF8')
        || int4send(8) || int8send($2)
        || int4send(8) || int8send((extract(epoch FROM $3) * 1000)::bigint)
        || int4send(octet_length($4)) || $4
        || int4send(octet_length($5)) || $5)
$$;

-- Appends an event to its stream. The lock on the head lasts until the transaction ends, so this is the transaction's last
-- statement. Times never decrease within a stream, so that the months of a stream are in the order of its numbers.
CREATE FUNCTION "audit"."append"("of_stream" TEXT, "event_id" TEXT, "event_body" BYTEA, "event_details" BYTEA)
RETURNS TABLE ("event_seq" BIGINT, "event_at" TIMESTAMPTZ, "event_hash" BYTEA) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = audit, pg_temp AS $$
DECLARE
    head audit.heads;
    content JSONB := convert_from(event_body, 'UTF8')::jsonb;
BEGIN
    SELECT * INTO head FROM audit.heads WHERE stream = of_stream FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO audit.heads VALUES (of_stream, 0, to_timestamp(0), decode(repeat('00', 32), 'hex'))
        ON CONFLICT DO NOTHING;
        SELECT * INTO head FROM audit.heads WHERE stream = of_stream FOR UPDATE;
    END IF;
    event_seq := head.seq + 1;
    event_at := greatest(clock_timestamp()::timestamptz(3), head.at);
    event_hash := audit.link(of_stream, event_seq, event_at, event_body, head.hash);
    PERFORM audit.make_month(event_at);
    INSERT INTO audit.events (stream, seq, at, id, version, body, details, prev, hash, account_id, action, actor_kind, actor_id)
    VALUES (of_stream, event_seq, event_at, event_id, 1, event_body, event_details, head.hash, event_hash,
        content->>'account', content->>'action', content->'actor'->>'kind', content->'actor'->>'id');
    UPDATE audit.heads SET seq = event_seq, at = event_at, hash = event_hash WHERE stream = of_stream;
    RETURN NEXT;
END $$;

-- Erases the details of all events of an account. @returns how many events had details
CREATE FUNCTION "audit"."redact"("of_account" TEXT) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER
SET search_path = audit, pg_temp AS $$
DECLARE
    redacted BIGINT;
BEGIN
    UPDATE audit.events SET details = NULL WHERE account_id = of_account AND details IS NOT NULL;
    GET DIAGNOSTICS redacted = ROW_COUNT;
    RETURN redacted;
END $$;

-- Writes the anchors of months that have ended, an hour after their end, because a transaction that began before may still
-- commit. @returns how many anchors it wrote
CREATE FUNCTION "audit"."anchor_months"() RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER
SET search_path = audit, pg_temp SET timezone = 'Asia/Kolkata' AS $$
DECLARE
    ended TIMESTAMPTZ;
    written BIGINT := 0;
    more BIGINT;
BEGIN
    FOR ended IN
        SELECT to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month'
        FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'audit.events'::regclass ORDER BY c.relname
    LOOP
        CONTINUE WHEN ended > now() - interval '1 hour';
        CONTINUE WHEN EXISTS (SELECT FROM audit.anchors WHERE month_end = ended);
        INSERT INTO audit.anchors (stream, month_end, seq, hash)
        SELECT DISTINCT ON (stream) stream, ended, seq, hash FROM audit.events
        WHERE at >= ended - interval '1 month' AND at < ended ORDER BY stream, seq DESC
        ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS more = ROW_COUNT;
        written := written + more;
    END LOOP;
    RETURN written;
END $$;

-- Drops the months whose events are all older than the given number of days, and than 365 days in any case.
-- @returns how many months it dropped
CREATE FUNCTION "audit"."drop_months"("kept_days" INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = audit, pg_temp SET timezone = 'Asia/Kolkata' AS $$
DECLARE
    name TEXT;
    dropped INTEGER := 0;
BEGIN
    PERFORM audit.anchor_months();
    FOR name IN
        SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'audit.events'::regclass
            AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month'
                <= now() - greatest(kept_days, 365) * interval '1 day'
        ORDER BY c.relname
    LOOP
        EXECUTE format('DROP TABLE audit.%I', name);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "audit" FROM PUBLIC;
