-- Run by audit.sh as a superuser. The setting dakiya.app_role names the role of the web server and the workers.
BEGIN;
DO $$
DECLARE
    app TEXT := current_setting('dakiya.app_role');
    statement TEXT;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'dakiya_audit') THEN
        CREATE ROLE dakiya_audit NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
    END IF;
    ALTER SCHEMA audit OWNER TO dakiya_audit;
    FOR statement IN
        SELECT format('ALTER TABLE audit.%I OWNER TO dakiya_audit', relname)
        FROM pg_class WHERE relnamespace = 'audit'::regnamespace AND relkind IN ('r', 'p')
        UNION ALL
        SELECT format('ALTER FUNCTION %s OWNER TO dakiya_audit', oid::regprocedure)
        FROM pg_proc WHERE pronamespace = 'audit'::regnamespace
    LOOP
        EXECUTE statement;
    END LOOP;
    FOREACH statement IN ARRAY ARRAY[
        'REVOKE ALL ON SCHEMA audit FROM PUBLIC, %1$I',
        'REVOKE ALL ON ALL TABLES IN SCHEMA audit FROM PUBLIC, %1$I',
        'REVOKE ALL ON ALL FUNCTIONS IN SCHEMA audit FROM PUBLIC, %1$I',
        'GRANT USAGE ON SCHEMA audit TO %1$I',
        'GRANT SELECT ON ALL TABLES IN SCHEMA audit TO %1$I',
        'ALTER DEFAULT PRIVILEGES FOR ROLE dakiya_audit IN SCHEMA audit GRANT SELECT ON TABLES TO %1$I',
        'GRANT EXECUTE ON FUNCTION audit.append(TEXT, TEXT, BYTEA, BYTEA), audit.make_month(TIMESTAMPTZ), '
            'audit.anchor_months(), audit.drop_months(INTEGER), audit.redact(TEXT) TO %1$I']
    LOOP
        EXECUTE format(statement, app);
    END LOOP;
END $$;
COMMIT;
