/**
 * CTE `unflushed`, one row: the commit of the statement that reads it does not wait for the disk
 * (https://www.postgresql.org/docs/current/wal-async-commit.html). For what may be undone by a crash of PostgreSQL
 * without harm, and never for what cannot be found out again.
 */
export const commitWithoutFlush = `unflushed AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  )`;
