import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { archiveMonth } from '#domain/messaging/months/archive-month.ts';
import { coveredMs, dropMonths, makeMonths } from '#domain/messaging/months/maintain-months.ts';
import { detachedByUs, listMonths, listPartitions } from '#domain/messaging/months/partitions.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { purgeMessagesByAccount } from '#domain/messaging/privacy/purge-messages.ts';
import { databaseSettings, prisma, query } from '#platform/db.ts';
import { runCommand } from '../harness/programs.ts';
import { recreateDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { attached, delivered, setClock } from '../support/months.ts';

const dayMs = 24 * 3_600_000;

beforeEach(recreateDatabase);
afterEach(() => vi.restoreAllMocks());

/** Another program's connection, open until the test ends. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** How many rows a message has in the tables of messages, parts and events. */
async function rowsOf(id: string): Promise<number[]> {
  const [row] = await query<{ counts: number[] }>(
    'rows-of',
    `SELECT ARRAY[(SELECT count(*) FROM messages WHERE id = $1), (SELECT count(*) FROM message_parts WHERE message_id = $1),
       (SELECT count(*) FROM message_events WHERE message_id = $1)]::int[] AS counts`,
    [id],
  );
  return row?.counts ?? [];
}

test('the first partition holds the rows from before the migration, and each partition has all indexes of its table', async () => {
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

test('partitions exist for this month and the next three months, even if several workers create them concurrently', async () => {
  await Promise.all([makeMonths(), makeMonths(), makeMonths()]);
  expect(await makeMonths()).toBe(0);
  expect(await coveredMs()).toBeGreaterThan(89 * dayMs);
  const names = await attached();
  for (const table of ['messages', 'message_parts', 'message_events']) {
    const own = names.filter((name) => name.replace(/_(first|\d{4}_\d{2})$/, '') === table);
    // The first partition ends with this month or the next.
    expect([3, 4]).toContain(own.length);
  }
});

test('months in which no worker ran leave no gap between the partitions', async () => {
  setClock(Date.UTC(2028, 5, 15));
  await makeMonths();
  const ofMessages = (await listPartitions()).filter(({ table }) => table === 'messages');
  expect(ofMessages.slice(1).map(({ from }) => from)).toEqual(
    ofMessages.slice(0, -1).map(({ to }) => to),
  );
  expect(ofMessages.at(-1)?.name).toBe('messages_2028_09');
});

test('a message is stored and settled in the partition of the month in which it was accepted, by India’s time', async () => {
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

test('a month is dropped only when the retention of all its messages has ended', async () => {
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

test('the next run completes a drop that was interrupted because another session read the month', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const reader = await connect();
  await reader.query('BEGIN; SELECT FROM messages LIMIT 1');
  const interrupted = await connect();
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
  await reader.query('COMMIT');
  const wanted = (await listPartitions()).find(({ name }) => name === 'messages_2028_05');
  expect(wanted?.isDetaching).toBe(true);
  setClock((wanted?.to ?? 0) + 400 * dayMs);
  await dropMonths();
  const left = await query('tables-left', `SELECT FROM pg_class WHERE relname ~ '_2028_05$'`, []);
  expect(left).toEqual([]);
});

test('a table that an operator detached, or created with a month’s name, is kept', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  await query('detach-by-hand', 'ALTER TABLE messages DETACH PARTITION messages_2028_02', []);
  setClock(Date.UTC(2031, 0, 15));
  expect(await dropMonths()).toBeGreaterThan(0);
  expect(await query('still-there', 'SELECT FROM messages_2028_02', [])).toEqual([]);
  expect(await attached()).not.toContain('messages_2028_03');
});

test('a month that is being read or dumped is dropped after the read or dump has ended, without blocking other sessions', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const reader = await connect();
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

test('if an account chooses a shorter retention, its older messages are deleted from the next day, and other accounts keep theirs', async () => {
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

test('no account’s messages are deleted before the operator’s minimum retention ends', async () => {
  const now = Date.now();
  const message = await delivered(now - 364 * dayMs);
  await keepFor(message.user_id, 31);
  await chosenADayAgo();
  setClock(now);
  expect(await purgeMessagesByAccount()).toBe(0);
  expect(await rowsOf(message.id)).toEqual([1, 1, 1]);
});

/** A temporary folder for archives. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('an archived month contains every row, and PostgreSQL can restore it unchanged', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const { id } = await delivered(Date.parse('2028-08-10T12:00:00Z'));
  await prisma.message.update({ where: { id }, data: { content: 'Two\nlines, "quoted" \\ ₹ 😀' } });
  setClock(Date.UTC(2029, 0, 15));
  const folder = await aFolder();
  const { files } = await archiveMonth('2028_08', folder);
  expect(files.map(({ table, rows }) => [table, rows])).toEqual([
    ['message_events', 1],
    ['message_parts', 1],
    ['messages', 1],
  ]);
  for (const { table, file, columns } of files) {
    const csv = gunzipSync(await readFile(join(folder, '2028_08', file))).toString();
    await copyIn(table, columns, csv.slice(csv.indexOf('\n') + 1));
    const differing = await query(
      `differing-${table}`,
      `(SELECT * FROM restored EXCEPT SELECT * FROM ${table}_2028_08)
       UNION ALL (SELECT * FROM ${table}_2028_08 EXCEPT SELECT * FROM restored)`,
      [],
    );
    expect(differing).toEqual([]);
  }
  const [month] = (await listMonths()).filter(({ month }) => month === '2028_08');
  expect(month).toMatchObject({ place: join(folder, '2028_08') });
  await expect(archiveMonth('2028_08', folder)).rejects.toThrow('exists already');
  await expect(archiveMonth('2029_01', folder)).rejects.toThrow('may still change');
  await expect(archiveMonth('1999_01', folder)).rejects.toThrow('There are no messages');
});

test('of two concurrent archives of a month one writes it completely, and the other reports that the archive exists', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const folder = await aFolder();
  const both = await Promise.allSettled([
    archiveMonth('2028_08', folder),
    archiveMonth('2028_08', folder),
  ]);
  const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(reasons).toEqual([expect.stringContaining('exists already')]);
  expect((await readdir(folder)).toSorted()).toEqual(['2028_08']);
  expect((await readdir(join(folder, '2028_08'))).toSorted()).toEqual([
    'manifest.json',
    'message_events.csv.gz',
    'message_parts.csv.gz',
    'messages.csv.gz',
  ]);
});

/** Copies the rows into a new table with the columns of the month's table, as the documentation describes. */
async function copyIn(table: string, columns: string[], csv: string): Promise<void> {
  await query(`drop-restored-${table}`, 'DROP TABLE IF EXISTS restored', []);
  await query(`like-${table}`, `CREATE TABLE restored (LIKE ${table} INCLUDING GENERATED)`, []);
  const client = await connect();
  const into = client.query(from(`COPY restored (${columns.join(', ')}) FROM STDIN (FORMAT csv)`));
  await new Promise((resolve, reject) => into.on('finish', resolve).on('error', reject).end(csv));
}

test('the command lists the months, explains why a month cannot be archived, and prints its usage', async () => {
  const archive = (...args: string[]) => runCommand('archive', args);
  expect((await archive('list')).text).toMatch(
    /^first: before .+Z; about \d+ messages, \d+ MiB; not archived$/m,
  );
  expect(await archive('first', '--to', tmpdir())).toMatchObject({
    how: 'exit code 1',
    text: expect.stringContaining(
      'Messages of first may still change until 18 days after its end.',
    ),
  });
  expect(await archive('2026_4', '--to', tmpdir())).toMatchObject({
    how: 'exit code 2',
    text: expect.stringContaining('npm run archive -- list'),
  });
});

test('if archives are required, a month is kept until it has been archived', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const before = vi.spyOn(retentionSettings, 'MESSAGE_ARCHIVE', 'get').mockReturnValue('required');
  const folder = await aFolder();
  await archiveMonth('2028_08', folder);
  setClock(Date.UTC(2030, 2, 1));
  await dropMonths();
  expect(await attached()).toContain('messages_2028_09');
  expect(await attached()).not.toContain('messages_2028_08');
  before.mockReturnValue('optional');
  await dropMonths();
  expect(await attached()).not.toContain('messages_2028_09');
});
