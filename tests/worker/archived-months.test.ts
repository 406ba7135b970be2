import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { archiveMonth } from '#domain/messaging/months/archive-month.ts';
import { listMonths } from '#domain/messaging/months/list-months.ts';
import { dropMonths, makeMonths } from '#domain/messaging/months/maintain-months.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { databaseSettings, prisma, query } from '#platform/db.ts';
import { attached, delivered, setClock } from '../support/months.ts';
import { runCommand } from '../support/programs.ts';
import { recreateDatabase } from '../support/test-database.ts';

beforeEach(recreateDatabase);
afterEach(() => vi.restoreAllMocks());

test('an archived month holds every row, and PostgreSQL takes it back as it was', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const { id } = await delivered(Date.parse('2028-08-10T12:00:00Z'));
  await prisma.message.update({ where: { id }, data: { content: 'Two\nlines, "quoted" \\ ₹ 😀' } });
  setClock(Date.UTC(2029, 0, 15));
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
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
  await expect(archiveMonth('2028_08', folder)).rejects.toThrow('is there already');
  await expect(archiveMonth('2029_01', folder)).rejects.toThrow('may still change');
  await expect(archiveMonth('1999_01', folder)).rejects.toThrow('There are no messages');
});

test('one of two concurrent archives of a month writes it whole, and the other reports that it exists', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const both = await Promise.allSettled([
    archiveMonth('2028_08', folder),
    archiveMonth('2028_08', folder),
  ]);
  const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(reasons).toEqual([expect.stringContaining('is there already')]);
  expect((await readdir(folder)).toSorted()).toEqual(['2028_08']);
  expect((await readdir(join(folder, '2028_08'))).toSorted()).toEqual([
    'manifest.json',
    'message_events.csv.gz',
    'message_parts.csv.gz',
    'messages.csv.gz',
  ]);
});

/** Into a new table like the month's, as the documentation says. */
async function copyIn(table: string, columns: string[], csv: string): Promise<void> {
  await query(`drop-restored-${table}`, 'DROP TABLE IF EXISTS restored', []);
  await query(`like-${table}`, `CREATE TABLE restored (LIKE ${table} INCLUDING GENERATED)`, []);
  const { from } = await import('pg-copy-streams');
  const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await client.connect();
  const into = client.query(from(`COPY restored (${columns.join(', ')}) FROM STDIN (FORMAT csv)`));
  await new Promise((resolve, reject) => into.on('finish', resolve).on('error', reject).end(csv));
  await client.end();
}

test('the command lists months, and says what it cannot archive and how it is called', async () => {
  const archive = (...args: string[]) => runCommand('archive', args);
  expect((await archive('list')).text).toMatch(
    /^first: before .+Z; about \d+ messages, \d+ MiB; not archived$/m,
  );
  expect(await archive('first', '--to', tmpdir())).toMatchObject({
    how: 'exit code 1',
    text: expect.stringContaining(
      'Messages of first may still change until 15 days after its end.',
    ),
  });
  expect(await archive('2026_4', '--to', tmpdir())).toMatchObject({
    how: 'exit code 2',
    text: expect.stringContaining('npm run archive -- list'),
  });
});

test('a month is kept until it is archived, if archives are required', async () => {
  setClock(Date.UTC(2029, 0, 15));
  await makeMonths();
  const before = vi.spyOn(retentionSettings, 'MESSAGE_ARCHIVE', 'get').mockReturnValue('required');
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await archiveMonth('2028_08', folder);
  setClock(Date.UTC(2030, 2, 1));
  await dropMonths();
  expect(await attached()).toContain('messages_2028_09');
  expect(await attached()).not.toContain('messages_2028_08');
  before.mockReturnValue('optional');
  await dropMonths();
  expect(await attached()).not.toContain('messages_2028_09');
});
