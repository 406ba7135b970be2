import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { coveredMs, dropMonths, makeMonths } from '#domain/messaging/months/maintain-months.ts';
import { detachedByUs, listPartitions } from '#domain/messaging/months/partitions.ts';
import { purgeMessagesByAccount } from '#domain/messaging/months/purge-by-account.ts';
import { databaseSettings, prisma, query } from '#platform/db.ts';
import { attached, delivered, setClock } from '../support/months.ts';
import { recreateDatabase } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const dayMs = 24 * 3_600_000;

beforeEach(recreateDatabase);
afterEach(() => vi.restoreAllMocks());

/** How many rows of a message there are, in messages, parts and events. */
async function rowsOf(id: string): Promise<number[]> {
  const [row] = await query<{ counts: number[] }>(
    'rows-of',
    `SELECT ARRAY[(SELECT count(*) FROM messages WHERE id = $1), (SELECT count(*) FROM message_parts WHERE message_id = $1),
       (SELECT count(*) FROM message_events WHERE message_id = $1)]::int[] AS counts`,
    [id],
  );
  return row?.counts ?? [];
}

test('rows from before the migration are the first month with its own indexes, and each month has every index of its table', async () => {
  const unmatched = await query(
    'indexes',
    `SELECT part.relname FROM pg_inherits AS link JOIN pg_class AS part ON part.oid = link.inhrelid AND part.relkind = 'r'
     WHERE link.inhparent::regclass::text IN ('messages', 'message_parts', 'message_events')
       AND (SELECT count(*) FROM pg_index WHERE indrelid = part.oid) <>
         (SELECT count(*) FROM pg_index WHERE indrelid = link.inhparent)`,
    [],
  );
  expect(unmatched).toEqual([]);
  expect(await attached()).toEqual([
    'message_events_first',
    'message_parts_first',
    'messages_first',
  ]);
});

test('this month and the next three have tables, however many workers make them at once', async () => {
  await Promise.all([makeMonths(), makeMonths(), makeMonths()]);
  expect(await makeMonths()).toBe(0);
  expect(await coveredMs()).toBeGreaterThan(89 * dayMs);
  const names = await attached();
  for (const table of ['messages', 'message_parts', 'message_events']) {
    const own = names.filter((name) => name.replace(/_(first|\d{4}_\d{2})$/, '') === table);
    // The first one ends with this month, or with the next.
    expect([3, 4]).toContain(own.length);
  }
});

test('after months without a worker there is no gap', async () => {
  setClock(Date.UTC(2028, 5, 15));
  await makeMonths();
  const ofMessages = (await listPartitions()).filter(({ table }) => table === 'messages');
  expect(ofMessages.slice(1).map(({ from }) => from)).toEqual(
    ofMessages.slice(0, -1).map(({ to }) => to),
  );
  expect(ofMessages.at(-1)?.name).toBe('messages_2028_09');
});

test('messages go into the month in India in which they were accepted, and reach their state there', async () => {
  setClock(Date.UTC(2028, 5, 15));
  await makeMonths();
  const { id } = await delivered(Date.parse('2028-03-31T18:29:59.999Z'));
  const { id: next } = await delivered(Date.parse('2028-03-31T18:30:00Z'));
  const rows = await query(
    'tables-of',
    'SELECT tableoid::regclass::text AS name, state FROM messages WHERE id = ANY ($1) ORDER BY id',
    [[id, next]],
  );
  expect(rows).toEqual([
    { name: 'messages_2028_03', state: 'delivered' },
    { name: 'messages_2028_04', state: 'delivered' },
  ]);
});

test('a month is dropped when all of it is past the retention, and no day before', async () => {
  setClock(Date.UTC(2028, 5, 15));
  await makeMonths();
  const old = await delivered(Date.parse('2028-01-31T12:00:00Z'));
  const young = await delivered(Date.parse('2028-02-01T12:00:00Z'));
  const end = Date.parse('2028-01-31T18:30:00Z');
  setClock(end + 400 * dayMs - 1);
  await dropMonths();
  expect(await rowsOf(old.id)).toEqual([1, 1, 1]);
  setClock(end + 400 * dayMs);
  await dropMonths();
  expect(await rowsOf(old.id)).toEqual([0, 0, 0]);
  expect(await rowsOf(young.id)).toEqual([1, 1, 1]);
  expect((await attached()).filter((name) => name.endsWith('2028_01'))).toEqual([]);
});

test('a drop that was interrupted while others read the month is ended by the next', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const reader = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; SELECT FROM messages LIMIT 1');
  const interrupted = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await interrupted.connect();
  const { rows } = await interrupted.query('SELECT pg_backend_pid() AS pid');
  await interrupted.query(`COMMENT ON TABLE messages_2028_05 IS '${detachedByUs}'`);
  const detaching = interrupted
    .query('ALTER TABLE messages DETACH PARTITION messages_2028_05 CONCURRENTLY')
    .catch((error: Error) => error.message);
  await until('it waits for the reader', async () => {
    const waiting = await query(
      'waits',
      `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'virtualxid'`,
      [rows[0].pid],
    );
    return waiting.length === 1;
  });
  await query('interrupt', 'SELECT pg_cancel_backend($1)', [rows[0].pid]);
  expect(await detaching).toMatch('canceling');
  await interrupted.end();
  await reader.query('COMMIT');
  const wanted = (await listPartitions()).find(({ name }) => name === 'messages_2028_05');
  expect(wanted?.isDetaching).toBe(true);
  setClock((wanted?.to ?? 0) + 400 * dayMs);
  await dropMonths();
  const left = await query('tables-left', `SELECT FROM pg_class WHERE relname ~ '_2028_05$'`, []);
  expect(left).toEqual([]);
});

test('a table that an operator detached or made under the name of a month stays', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  await query('detach-by-hand', 'ALTER TABLE messages DETACH PARTITION messages_2028_02', []);
  setClock(Date.UTC(2031, 0, 15));
  expect(await dropMonths()).toBeGreaterThan(0);
  expect(await query('still-there', 'SELECT FROM messages_2028_02', [])).toEqual([]);
  expect(await attached()).not.toContain('messages_2028_03');
});

test('a month that is read or dumped is dropped afterwards, and nobody waits', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const reader = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; SELECT FROM messages_2028_02 LIMIT 1');
  setClock(Date.UTC(2030, 0, 15));
  await dropMonths();
  expect(await attached()).toContain('messages_2028_02');
  await reader.query('COMMIT');
  await dropMonths();
  expect(await attached()).not.toContain('messages_2028_02');
});

const keepFor = (userId: string, messageRetentionDays: number) =>
  saveSettings(userId, { ...defaultSettings, messageRetentionDays });

const chosenADayAgo = () =>
  prisma.settings.updateMany({ data: { messageRetentionSetAt: new Date(Date.now() - dayMs - 1) } });

test('an account that keeps its messages for less long has the older ones deleted, beginning a day after it chose so, and nobody else has', async () => {
  const now = Date.now();
  const [old, young, others] = [
    await delivered(now - 371 * dayMs),
    await delivered(now - 369 * dayMs),
    await delivered(now - 371 * dayMs),
  ];
  for (const { user_id: userId } of [old, young]) {
    await keepFor(userId, 370);
  }
  setClock(now);
  expect(await purgeMessagesByAccount()).toBe(0);
  await chosenADayAgo();
  expect(await purgeMessagesByAccount()).toBe(1);
  expect(await rowsOf(old.id)).toEqual([0, 0, 0]);
  expect(await rowsOf(young.id)).toEqual([1, 1, 1]);
  expect(await rowsOf(others.id)).toEqual([1, 1, 1]);
});

test('no account’s messages are deleted before what the operator keeps at least', async () => {
  const now = Date.now();
  const message = await delivered(now - 364 * dayMs);
  await keepFor(message.user_id, 31);
  await chosenADayAgo();
  setClock(now);
  expect(await purgeMessagesByAccount()).toBe(0);
  expect(await rowsOf(message.id)).toEqual([1, 1, 1]);
});
