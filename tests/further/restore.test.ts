import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readLastBackup } from '#domain/shared/backups/backups.ts';
import { databaseSettings, prisma, query } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { writeBackup } from '#scripts/backup/write-backup.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { run as runBackup } from '#scripts/operator/backup.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser } from '../support/account.ts';
import { fillAccount, listTables } from '../support/fill-account.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  reserveTestMessage,
  toCaller,
} from '../support/message-fixtures.ts';
import {
  aBackup,
  aFolder,
  anEmptyDatabase,
  ask,
  connectFilledRows,
  contentsOf,
  definitionsOf,
  restore,
} from '../support/restores.ts';

const passphrase = 'correct horse battery staple';

beforeAll(async () => {
  const { userId } = await anAccount();
  await fillAccount(userId, await listTables());
  await connectFilledRows();
});

test('an unprivileged role restores every table of every schema unchanged, from encrypted files', async () => {
  const source = databaseSettings.DATABASE_URL;
  await query('foreign-schema', 'CREATE SCHEMA trail', []);
  onTestFinished(async () => {
    await query('drop-foreign-schema', 'DROP SCHEMA trail CASCADE', []);
  });
  await query(
    'foreign-table',
    `CREATE TABLE trail."odd/Name" AS SELECT 'a\\.b' || E'\\n\\t\\\\.' AS text`,
    [],
  );
  const { userId } = await aUser();
  await query(
    'odd-name',
    `UPDATE users SET name = E'Two\\nlines, "quoted" \\\\N \\\\. ₹ 😀' WHERE id = $1`,
    [userId],
  );
  const folder = await aBackup(passphrase);
  const url = await anEmptyDatabase();
  expect(await restore(folder, url, { passphrase, hasRunSince: false })).toBe(0);
  const [before, after] = [await contentsOf(source), await contentsOf(url)];
  // These tables differ, because some messages were being submitted when the backup was written, and the restore makes
  // these messages `unknown`.
  const changed = ['message_queue', 'messages', 'message_parts', 'message_events'];
  const same = (of: Map<string, string>) =>
    [...of].filter(([name]) => !changed.some((one) => name.startsWith(`public.${one}`)));
  expect(same(after)).toEqual(same(before));
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(before.get('trail."odd/Name"')).toMatch(/^1 /);
  const ofOurs = (rows: { text: string }[]) => rows.filter(({ text }) => !text.includes('trail.'));
  expect(ofOurs(await definitionsOf(url))).toEqual(ofOurs(await definitionsOf(source)));
  for (const file of await readdir(folder)) {
    expect((await readFile(join(folder, file))).includes('@example.com')).toBe(false);
  }
  const [next] = await ask<{ id: string }>(
    url,
    `SELECT nextval('stat_increments_id_seq')::text AS id`,
  );
  const [last] = await ask<{ id: string }>(
    source,
    `SELECT last_value::text AS id FROM stat_increments_id_seq`,
  );
  expect(Number(next?.id)).toBeGreaterThan(Number(last?.id) - 1);
});

test('messages that may have been sent since the backup have the state `unknown` after a restore, and other messages keep their state', async () => {
  const caller = await toCaller(await anAccount());
  const now = new Date();
  const [submitting, waiting, later] = [
    await acceptTestMessage(caller, now),
    await acceptTestMessage(caller, now),
    await acceptTestMessage(caller, now),
  ];
  const sent = await acceptTestMessage(caller, now);
  await recordTestAttempt(sent, 'sent');
  await reserveTestMessage(caller.userId, submitting.id);
  await prisma.queuedMessage.update({
    where: { messageId: submitting.id },
    data: { carrier: 'first' },
  });
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  await prisma.queuedMessage.update({ where: { messageId: later.id }, data: { dueAt: tomorrow } });
  const folder = await aBackup();
  const states = async (url: string) => {
    const rows = await ask<{ id: string; state: string; queued: boolean; parts: string }>(
      url,
      `SELECT id, state, id IN (SELECT message_id FROM message_queue) AS queued,
         (SELECT count(*)::int FROM message_parts WHERE message_id = m.id) AS parts
       FROM messages AS m WHERE user_id = '${caller.userId}'`,
    );
    return [submitting, waiting, later, sent].map(({ id }) => {
      const row = rows.find((one) => one.id === id);
      return `${row?.state} ${row?.queued ? 'queued' : 'not queued'} ${row?.parts}`;
    });
  };
  const used = (url: string) =>
    ask(url, `SELECT messages_used FROM usage_periods WHERE user_id = '${caller.userId}'`);
  const running = await anEmptyDatabase();
  await restore(folder, running);
  expect(await states(running)).toEqual([
    'unknown not queued 1',
    'unknown not queued 0',
    'queued queued 0',
    'sent not queued 1',
  ]);
  expect(await used(running)).toEqual(await used(databaseSettings.DATABASE_URL));
  const stopped = await anEmptyDatabase();
  await restore(folder, stopped, { hasRunSince: false });
  expect((await states(stopped)).slice(0, 2)).toEqual(['unknown not queued 1', 'queued queued 0']);
});

test('a damaged, cut off, incomplete or foreign backup is refused before anything is written', async () => {
  const whole = await aBackup(passphrase);
  const url = await anEmptyDatabase();
  const refuses = async (
    change: (folder: string) => Promise<unknown>,
    message: RegExp,
    given: Parameters<typeof restore>[2] = { passphrase },
  ) => {
    const folder = join(await aFolder(), 'copy');
    await cp(whole, folder, { recursive: true });
    await change(folder);
    await expect(restore(folder, url, given)).rejects.toThrow(message);
    expect(await contentsOf(url)).toEqual(new Map());
  };
  const users = (folder: string) => join(folder, 'public.users.copy.gz');
  const manifest = (folder: string) => join(folder, 'manifest.json');
  const edit = (from: string, to: string) => async (folder: string) =>
    writeFile(manifest(folder), (await readFile(manifest(folder), 'utf8')).replace(from, to));
  const nothing = async () => undefined;
  await refuses((folder) => truncate(users(folder), 40), /users.copy.gz of the backup is cut off/);
  await refuses(
    (folder) => appendFile(users(folder), 'x'),
    /users.copy.gz of the backup is damaged/,
  );
  await refuses((folder) => rm(users(folder)), /users.copy.gz of the backup is missing/);
  await refuses((folder) => writeFile(join(folder, 'more'), ''), /more is not part of the backup/);
  await refuses((folder) => truncate(manifest(folder), 900), /is damaged, or is not the manifest/);
  await refuses(edit('dakiya-backup', 'other-backup'), /is not the manifest/);
  await refuses(edit('0.9.0', '0.9.1'), /its manifest was changed/);
  await refuses((folder) => rm(manifest(folder)), /has no whole backup/);
  await refuses(nothing, /not the passphrase/, { passphrase: 'wrong horse battery staple' });
  await refuses(nothing, /set BACKUP_PASSPHRASE/, {});
});

test('a restore is refused if the database or Redis is not empty, or if an encryption key or migration of the backup is missing', async () => {
  const folder = await aBackup();
  const source = databaseSettings.DATABASE_URL;
  const before = await contentsOf(source);
  await expect(restore(folder, source)).rejects.toThrow('The database is not empty');
  expect(await contentsOf(source)).toEqual(before);
  const url = await anEmptyDatabase();
  const other = `other:${Buffer.alloc(32, 7).toString('base64')}`;
  await expect(restore(folder, url, { ENCRYPTION_KEYS: other })).rejects.toThrow(
    'ENCRYPTION_KEYS has no key with the id dev',
  );
  const redis = new Redis(redisSettings.REDIS_URL);
  onTestFinished(() => redis.disconnect());
  await redis.set('sessions:of-another-program', '1');
  await expect(restore(folder, url)).rejects.toThrow('sessions:of-another-program');
  await redis.del('sessions:of-another-program');
  await query(
    'newer-migration',
    `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
     VALUES ('newer', '29990101000000_newer', repeat('0', 64), now())`,
    [],
  );
  const newer = await aBackup();
  await query('no-newer-migration', `DELETE FROM _prisma_migrations WHERE id = 'newer'`, []);
  await expect(restore(newer, url)).rejects.toThrow('29990101000000_newer');
  expect(await contentsOf(url)).toEqual(new Map());
});

test('an interrupted restore refuses writes and migrations, and continues when it is started again', async () => {
  const folder = await aBackup();
  const url = await anEmptyDatabase();
  const first = restore(folder, url).then(
    () => 'done',
    () => 'failed',
  );
  await until('tables are being filled', async () => {
    const ended = await ask(
      databaseSettings.DATABASE_URL,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = '${new URL(url).pathname.slice(1)}' AND query ~ '^(COPY|TRUNCATE|ALTER TABLE .* TRIGGER USER)'`,
    );
    return ended.length > 0;
  });
  expect(await first).toBe('failed');
  await expect(ask(url, 'DELETE FROM plans')).rejects.toThrow('read-only transaction');
  await expect(applyMigrations(url)).rejects.toThrow('read-only transaction');
  expect(await ask(url, 'SELECT FROM users')).toEqual([]);
  await expect(restore(await aBackup(), url)).rejects.toThrow('Another backup is being restored');
  expect(await restore(folder, url)).toBe(0);
  expect((await ask(url, 'SELECT FROM users')).length).toBe(await prisma.user.count());
  expect(await applyMigrations(url)).toEqual([]);
});

test('sessions are ended, erasures are repeated and Redis is emptied if the restore’s options say so', async () => {
  const { userId } = await anAccount();
  const caller = await toCaller({ userId, keyId: 'dk_1', secretKey: '' });
  const message = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(message, 'sent');
  const folder = await aBackup();
  const erasures = join(await aFolder(), 'erasures');
  await writeFile(erasures, `${userId},${message.recipient}\n`);
  const redis = new Redis(redisSettings.REDIS_URL);
  onTestFinished(() => redis.disconnect());
  const old = 'rl:login-address:1';
  await redis.set(old, '1');
  const url = await anEmptyDatabase();
  await restore(folder, url, { endSessions: true, erasures });
  expect(await ask(url, 'SELECT FROM sessions')).toEqual([]);
  expect(await ask(url, `SELECT recipient FROM erasures WHERE user_id = '${userId}'`)).toEqual([
    { recipient: message.recipient },
  ]);
  // Only this old key is checked, because running web servers write their own keys to Redis again at once.
  expect(await redis.exists(old)).toBe(0);
});

test('a backup overwrites no folder, leaves no files behind when it fails, and is recorded as the last backup', async () => {
  const folder = await aFolder();
  const to = join(folder, 'backup');
  expect(await runBackup({ to, json: true })).toBe(0);
  await expect(runBackup({ to, json: true })).rejects.toThrow('exists already');
  expect(await readLastBackup()).toMatchObject({ place: to, isEncrypted: false });
  await query(
    'unfinished',
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name ~ 'backups'`,
    [],
  );
  onTestFinished(async () => {
    await query(
      'finished',
      'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL',
      [],
    );
  });
  const failing = writeBackup({
    to: join(folder, 'other'),
    passphrase: undefined,
    log: () => undefined,
  });
  await expect(failing).rejects.toThrow('has not ended');
  expect(await readdir(folder)).toEqual(['backup']);
});
