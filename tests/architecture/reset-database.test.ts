import { expect, test } from 'vitest';
import { query } from '#platform/db.ts';
import { resetDatabase } from '../harness/test-database.ts';
import { insertMessages } from '../support/messages.ts';

/** @returns the identity of the database, and its number of messages */
async function look() {
  const [row] = await query<{ database: number; messages: number }>(
    'look-at-database',
    `SELECT (SELECT oid FROM pg_database WHERE datname = current_database()) AS database,
       (SELECT count(*)::int FROM messages) AS messages`,
    [],
  );
  return row;
}

test('a test file gets a new database only if the previous file has written many rows', async () => {
  await resetDatabase();
  const first = await look();
  expect(first?.messages).toBe(0);
  await insertMessages('usr_reset', [{}]);
  await resetDatabase();
  expect(await look()).toEqual(first);

  await query(
    'write-many-rows',
    `INSERT INTO delivery_workers (id, seen_at, steady_since)
     SELECT rpad(n::text, 1800, 'a'), now(), now() FROM generate_series(1, 20000) AS n`,
    [],
  );
  await resetDatabase();
  const second = await look();
  expect(second?.messages).toBe(0);
  expect(second?.database).not.toBe(first?.database);
});
