import { spawnSync } from 'node:child_process';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseSettings, query } from '#platform/db.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { findHome, type PostgresHome, servePostgres } from '#scripts/services/postgres.ts';
import { createMigratedCluster } from '#scripts/testing/migrated-cluster.ts';
import { runCommand } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { acceptTestMessage, recordTestAttempt, toCaller } from '../support/message-fixtures.ts';
import { aFolder, anEmptyDatabase, ask, contentsOf } from '../support/restores.ts';

/**
 * In a table, copies the rows of the message `of` for `count` new messages. The ids of the new messages begin with the
 * time of `of`.
 */
async function multiply(table: string, of: string, id: string, count: number): Promise<void> {
  const columns = await query<{ name: string }>(
    `columns-of-${table}`,
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
       AND NOT attisdropped AND attgenerated = '' AND attname <> $2`,
    [table, id],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await query(
    `multiply-${table}`,
    `INSERT INTO ${table} (${id}, ${names})
     SELECT left(${id}, 14) || lpad(upper(to_hex(n)), 16, '0'), ${names}
     FROM ${table}, generate_series(1, ${count}) AS n WHERE ${id} = $1`,
    [of],
  );
}

test('a million messages are backed up and restored by the commands, and every table is the same', async () => {
  const caller = await toCaller(await anAccount());
  const message = await acceptTestMessage(caller, new Date());
  await recordTestAttempt(message, 'sent');
  await multiply('messages', message.id, 'id', 1_000_000);
  await multiply('message_parts', message.id, 'message_id', 1_000_000);
  const to = join(await aFolder(), 'backup');
  const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of this test' };
  const began = performance.now();
  const backup = await runCommand('backup', ['--to', to], passphrase);
  const written = performance.now();
  expect(backup).toMatchObject({ how: 'exit code 0' });
  expect(backup.text).toMatch(/For [\d.]+ s, its snapshot kept vacuum/);
  const again = await runCommand('backup', ['--to', to], passphrase);
  expect(again).toMatchObject({ how: 'exit code 1', text: expect.stringContaining('exists') });
  expect(await runCommand('backup', [])).toMatchObject({ how: 'exit code 2' });
  const DATABASE_URL = await anEmptyDatabase();
  const from = performance.now();
  const restored = await runCommand('restore', [to], { ...passphrase, DATABASE_URL });
  const ended = performance.now();
  expect(restored.text).toContain('The restore is complete.');
  const [before, after] = [
    await contentsOf(databaseSettings.DATABASE_URL),
    await contentsOf(DATABASE_URL),
  ];
  // A backup is recorded in this table only after its snapshot, so the table differs.
  before.delete('public.backups');
  after.delete('public.backups');
  expect([...after]).toEqual([...before]);
  const sizes = await Promise.all((await readdir(to)).map((file) => stat(join(to, file))));
  const mebibytes = sizes.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  process.stdout.write(
    `backup ${seconds(written - began)}, ${mebibytes.toFixed(0)} MiB, restore ${seconds(ended - from)}\n${backup.text}\n`,
  );
}, 900_000);

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Copies a running cluster as PostgreSQL's documentation describes ("Making a Base Backup Using the Low Level API"), because
 * `pg_basebackup` is not among the programs that the demo installs.
 */
const copyRunning = (url: string, { data }: PostgresHome, to: string) =>
  connected(url, async (client) => {
    await client.query(`SELECT pg_backup_start('base', true)`);
    expect(spawnSync('cp', ['-a', data, to]).status).toBe(0);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
    // The copy must read the archived write-ahead log first, and must not look like a running server.
    expect(spawnSync('sh', ['-c', 'rm -rf "$0"/pg_wal/* "$0"/postmaster.*', to]).status).toBe(0);
    await writeFile(join(to, 'backup_label'), rows[0].labelfile, { mode: 0o644 });
  });

test('from a copy of its files and the archived write-ahead log, PostgreSQL recovers the database to a point in time', async () => {
  const home = await findHome({ throwaway: true });
  onTestFinished(() => rm(home.parent, { recursive: true, force: true }));
  await createMigratedCluster(home);
  const archive = join(home.parent, 'archive');
  const copy = join(home.parent, 'copy');
  spawnSync('mkdir', [archive]);
  await chmod(archive, 0o777);
  await chmod(home.parent, 0o777);
  const port = await freePort();
  const url = `postgresql://dakiya:dakiya@127.0.0.1:${port}/dakiya`;
  const flags = {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  };
  const server = await servePostgres({ home, port, flags });
  let at = '';
  try {
    await copyRunning(url, home, copy);
    const insert = (id: string) => ask(url, `INSERT INTO notes VALUES ('${id}')`);
    await ask(url, 'CREATE TABLE notes (id text)');
    await insert('before');
    const [now] = await ask<{ at: string }>(url, 'SELECT clock_timestamp()::text AS at');
    at = now?.at ?? '';
    await insert('after');
    await ask(url, 'SELECT pg_switch_wal()');
    await until('the log is archived', async () => {
      const [row] = await ask<{ count: string }>(
        url,
        'SELECT count(*) FROM pg_stat_archiver WHERE last_archived_wal >= pg_walfile_name(pg_switch_wal())',
      );
      return Number(row?.count) > 0 || (await readdir(archive)).length >= 4;
    });
  } finally {
    await server.stop();
  }
  await writeFile(join(copy, 'recovery.signal'), '');
  if (home.runAs) {
    const { uid, gid } = home.runAs;
    spawnSync('chown', ['-R', `${uid}:${gid}`, copy]);
  }
  const recovered = await servePostgres({
    home: { ...home, data: copy },
    port,
    flags: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: at,
      recovery_target_action: 'promote',
    },
    ready: /database system is ready to accept connections/,
  });
  try {
    expect(await ask(url, 'SELECT id FROM notes')).toEqual([{ id: 'before' }]);
    const follows = await runCommand('restore', ['recovered', '--end-sessions'], {
      DATABASE_URL: url,
    });
    expect(follows).toMatchObject({ how: 'exit code 0' });
  } finally {
    await recovered.stop();
  }
}, 300_000);
