#!/bin/sh
# Creates Dakiya's role and database. The role is not a superuser and cannot create roles or databases; as the owner of
# the database it has all rights that migrations and programs need. From PostgreSQL 15 on, only the owner may create
# objects in the schema public; for older versions the REVOKE below does the same.
#   DATABASE_PASSWORD=... PGHOST=... PGUSER=postgres ops/postgres/role.sh
set -eu

psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" \
  --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
CREATE ROLE dakiya LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE dakiya OWNER dakiya ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE dakiya FROM PUBLIC;
\connect dakiya
ALTER SCHEMA public OWNER TO dakiya;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
