import pg from 'pg';
import { detachedByUs } from '#domain/messaging/months/partitions.ts';
import type { SqlClient } from '#platform/db.ts';
import type { BackupTable, Manifest } from './manifest.ts';

/** A table that exists, with what a backup records about it. */
export type FoundTable = Pick<BackupTable, 'schema' | 'table' | 'columns' | 'partition'> & {
  /** The number of rows, as PostgreSQL estimates it. */
  rows: number;
  isReadable: boolean;
};

/** The table that exists only during a restore, and so shows that a restore has not ended. */
export const progressTable = 'restore_in_progress';

/** The rows of this table come from the migrations that a restore applies. */
const migrationsTable = '_prisma_migrations';

/** SQL condition: a schema that is neither PostgreSQL's own nor temporary. */
const isOurs = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

const notOfExtension = (catalogue: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = c.oid AND deptype = 'e')`;

/**
 * The tables are found in the catalogue, so that a new table or schema is part of the next backup. A month that workers are
 * dropping is left out: its messages are past their retention.
 */
const tablesSql = `
  SELECT n.nspname AS schema, c.relname AS "table", greatest(c.reltuples, 0)::float8 AS rows,
    has_table_privilege(c.oid, 'SELECT') AS "isReadable",
    (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum), '[]')
      FROM pg_attribute AS a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT json_build_object('of', parent.relname, 'bound', pg_get_expr(c.relpartbound, c.oid),
        'options', coalesce(to_json(c.reloptions), '[]'),
        'triggers', (SELECT coalesce(json_agg(pg_get_triggerdef(t.oid)), '[]') FROM pg_trigger AS t
          WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgparentid = 0))
      FROM pg_inherits AS i JOIN pg_class AS parent ON parent.oid = i.inhparent
      WHERE i.inhrelid = c.oid AND c.relispartition) AS partition
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND ${isOurs} AND ${notOfExtension('pg_class')}
    AND NOT (n.nspname = 'public' AND c.relname IN ('${migrationsTable}', '${progressTable}'))
    AND obj_description(c.oid, 'pg_class') IS DISTINCT FROM '${detachedByUs}'
  ORDER BY n.nspname, c.relname`;

/** Lists the tables of all schemas, with the partitions of each month, as the transaction sees them. */
export async function listTables(tx: SqlClient): Promise<FoundTable[]> {
  return (await tx.query<FoundTable>(tablesSql)).rows;
}

const sequencesSql = `
  SELECT n.nspname AS schema, c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind = 'S' AND c.relpersistence <> 't' AND ${isOurs} AND ${notOfExtension('pg_class')} ORDER BY 1, 2`;

/** Reads the sequences. A sequence may have a later value than in the snapshot, but never an earlier one. */
export async function readSequences(tx: SqlClient): Promise<Manifest['sequences']> {
  const { rows } = await tx.query<{ schema: string; name: string }>(sequencesSql);
  const read: Manifest['sequences'] = [];
  for (const { schema, name } of rows) {
    const state = await tx.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${nameOf({ schema, table: name })}`,
    );
    read.push({ schema, name, ...(state.rows[0] as (typeof state.rows)[0]) });
  }
  return read;
}

/** The name of a table or sequence in SQL. */
export const nameOf = ({ schema, table }: { schema: string; table: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

/** The columns of a table in SQL. */
export const columnsOf = ({ columns }: Pick<BackupTable, 'columns'>): string =>
  columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');

/**
 * COPY in the text format: unlike CSV, it has one line per row for any value. The rows of a
 * partition are copied under the partition's own name.
 */
export const copyOutOf = (table: Pick<BackupTable, 'schema' | 'table' | 'columns'>): string =>
  `COPY (SELECT ${columnsOf(table)} FROM ONLY ${nameOf(table)}) TO STDOUT`;

/**
 * Settings of a session that copies. With them, COPY writes and reads values in the same form on every server, writes
 * rows in the order in which they are stored, and has no time limit.
 */
export const copySettings = `
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL synchronize_seqscans = off;
  SET LOCAL max_parallel_workers_per_gather = 0`;
