import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { migrationNames, sqlFile } from '#scripts/migration/history.ts';
import { listHandWrittenConstraints } from '#scripts/migration/written-by-hand.ts';
import { recreateDatabase } from '../harness/test-database.ts';
import {
  before,
  now,
  type Row,
  refusedRows,
  servedStatements,
  triedTriggers,
} from './constraint-cases.ts';

const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });

beforeAll(async () => {
  // A new database, because rows that an earlier file left would influence the planner's choice of index.
  await recreateDatabase();
  await client.connect();
  // Only this file uses this database. Without foreign keys, a row needs no other rows.
  const { rows } = await client.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
     FROM pg_constraint WHERE contype = 'f'`,
  );
  for (const { drop } of rows) await client.query(drop);
});

afterAll(() => client.end());

test('the database has exactly the hand-written constraints of the migrations', async () => {
  const scripts = (await migrationNames()).map((name) => readFile(sqlFile(name), 'utf8'));
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'public' AND NOT relispartition AND (indpred IS NOT NULL OR indexprs IS NOT NULL)
    UNION ALL SELECT conname FROM pg_constraint
      WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace
    UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`);
  expect(rows.map(({ name }) => name).sort()).toEqual(
    await listHandWrittenConstraints(await Promise.all(scripts)),
  );
});

test('this file tests each hand-written constraint and index', async () => {
  const scripts = (await migrationNames()).map((name) => readFile(sqlFile(name), 'utf8'));
  const tried = [
    ...Object.keys(refusedRows),
    ...Object.keys(servedStatements),
    ...triedTriggers,
  ].sort();
  expect(tried).toEqual(await listHandWrittenConstraints(await Promise.all(scripts)));
});

test.each(
  Object.entries(refusedRows).flatMap(([name, cases]) =>
    cases.map((one, at) => [name, at + 1, one] as const),
  ),
)(
  'the constraint %s rejects the row that violates it (example %i)',
  async (name, _, { table, given = [], refused }) => {
    for (const row of given) await insert(table, row);
    await expect(insert(table, refused)).rejects.toMatchObject({ constraint: name });
    await client.query(`DELETE FROM ${table}`);
  },
);

test.each(Object.entries(servedStatements))(
  'the index %s is used by the statement %s',
  async (name, statement) => {
    await client.query(
      'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // The plan of a query names the indexes of partitions.
    const used = await client.query<{ name: string }>(
      'SELECT $1 AS name UNION SELECT relid::text FROM pg_partition_tree(to_regclass($1))',
      [name],
    );
    expect(
      used.rows.some((one) => plan.includes(`using ${one.name} `)),
      plan,
    ).toBe(true);
  },
);

test('keep_address_that_can_come_back rejects an address that an undo can still restore', async () => {
  const change = { user_id: 'usr_1', old_email_key: 'a@example.com', confirmed_at: now };
  const soon = new Date(Date.now() + 3_600_000);
  await insert('email_changes', { ...change, undo_until: soon });
  const refusal = { where: expect.stringContaining('keep_address_that_can_come_back') };
  const user = { email_key: 'a@example.com' };
  await expect(insert('users', { ...user, id: 'usr_2' })).rejects.toMatchObject(refusal);
  // The same account can take the address back. Another account can take it after the undo period.
  await insert('users', { ...user, id: 'usr_1' });
  await client.query('DELETE FROM users');
  await client.query('UPDATE email_changes SET undo_until = $1', [before]);
  await insert('users', { ...user, id: 'usr_2' });
});

let counter = 0;

/** Inserts a row; a required column without a given value gets an arbitrary value of its type. */
async function insert(table: string, given: Row): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; kind: string }>(
    `SELECT attname AS name, atttypid::regtype::text AS type, typtype AS kind
     FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef`,
    [table],
  );
  const row: Row = { ...given };
  for (const { name, type, kind } of columns) row[name] ??= await anyValue(type, kind);
  const names = Object.keys(row);
  const places = names.map((_, i) => `$${i + 1}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

async function anyValue(type: string, kind: string): Promise<unknown> {
  counter += 1;
  if (kind === 'e') {
    const { rows } = await client.query(`SELECT (enum_range(NULL::${type}))[1]::text AS first`);
    return rows[0].first;
  }
  if (type.endsWith('[]')) return [];
  if (type.startsWith('timestamp')) return now;
  if (type === 'text') return `t${counter}`;
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return Buffer.alloc(1);
  return 100;
}
