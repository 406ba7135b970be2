#!/bin/sh
# Gives the audit trail to a separate role, after `npm run migrate` has created the trail. The role dakiya can then append
# and read events through functions, but neither change nor delete them. Needs a superuser, because dakiya must not be able to
# become the other role. Running it again is harmless.
#   PGHOST=... PGUSER=postgres ops/postgres/audit.sh
set -eu

psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname "${DATABASE_NAME:-dakiya}" \
  -c "SET dakiya.app_role = '${DATABASE_ROLE:-dakiya}'" -f "$(dirname "$0")/audit.sql"
