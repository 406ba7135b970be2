#!/bin/sh
# Makes Dakiya's role and its database. The role is no superuser, makes no roles and no databases; as the database's
# owner it may do within it whatever migrations and the programs need. From PostgreSQL 15 on, nobody but the owner
# may make anything in the schema public; older ones are told so here.
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
