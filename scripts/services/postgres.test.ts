import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findHome, startPostgres } from './postgres.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'dakiya-postgres-'));
// If the test runs as root, PostgreSQL runs as another user. That user needs access to the folder; otherwise the data would
// be stored elsewhere.
chmodSync(dataDir, 0o755);
afterAll(() => rmSync(dataDir, { recursive: true }));

async function start() {
  const server = await startPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('committed data survives a killed server', async () => {
  const first = await start();
  await query(first.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.process?.stop('SIGKILL');

  const second = await start();

  expect(await query(second.url('postgres'), 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
});

test('starts even if the lock file contains a process id that now belongs to another process', async () => {
  const { data } = await findHome({ dataDir });
  await (await start()).stop();
  // This process's id, as the id of a running process that is not PostgreSQL.
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`);

  const again = await start();

  expect(await query(again.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('permanent data is synced to disk, text is UTF-8, and time is UTC', async () => {
  const { url } = await start();
  const setting = async (name: string) =>
    (await query(url('postgres'), `SELECT current_setting('${name}') AS value`))[0];

  expect(await setting('fsync')).toEqual({ value: 'on' });
  expect(await setting('synchronous_commit')).toEqual({ value: 'on' });
  expect(await setting('server_encoding')).toEqual({ value: 'UTF8' });
  expect(await setting('TimeZone')).toEqual({ value: 'UTC' });
});
