import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../services/postgres.ts';
import { aDatabase, created, insertSteadily, untilAsked } from './apply.test-support.ts';
import { applyMigrations } from './apply.ts';
import { filters, withEngine } from './engine.ts';
import { initial, type Migration, readMigrations } from './history.ts';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: '', log: () => undefined, throwaway: true });
});

afterAll(() => postgres.stop());

const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'dakiya migrate' AND wait_event_type = 'Lock'`;
const indexes = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('a_b')";

test('`prisma migrate` finds nothing to do in a database that was migrated here', async () => {
  const url = postgres.url('empty');
  const migrations = await readMigrations();
  expect(await applyMigrations(url)).toEqual(migrations.map(({ name }) => name));
  expect(await applyMigrations(url)).toEqual([]);
  const diagnosis = await withEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: '.',
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
        })),
      },
      optInToShadowDatabase: false,
      filters,
    }),
  );
  expect(diagnosis).toMatchObject({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
});

test('a database that has all squashed migrations continues with the later migrations, and a database without them is refused', async () => {
  const [first] = await readMigrations([initial.name]);
  if (!first) throw new Error('no first migration');
  const replaced = { name: initial.replaces, sql: 'CREATE TABLE kept (id int)' };
  const complete = postgres.url('complete');
  await applyMigrations(complete, { migrations: [replaced] });
  expect(await applyMigrations(complete, { migrations: [first, created] })).toEqual([created.name]);
  const older = postgres.url('older');
  await applyMigrations(older, { migrations: [{ ...replaced, name: '20261101000000_init' }] });
  await expect(applyMigrations(older, { migrations: [first] })).rejects.toThrow(
    'was made before the first release',
  );
});

test('building an index and adding constraints to a table of 300,000 rows does not block inserts', async () => {
  const database = await aDatabase(postgres);
  await database.ask('INSERT INTO a (b) SELECT i FROM generate_series(1, 300000) AS i');
  // This function makes building the index take two seconds on any machine, so that the test would notice an insert that
  // waits for the build.
  await database.ask(`CREATE FUNCTION slowly(b int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS
    $$ BEGIN PERFORM pg_sleep(0.001); RETURN b; END $$`);
  const stop = await insertSteadily(database);
  await database.apply(`
    CREATE INDEX CONCURRENTLY a_b ON a (slowly(b)) WHERE id % 150 = 0;
    ALTER TABLE a ADD COLUMN c int NOT NULL DEFAULT 0, ADD CONSTRAINT b_given CHECK (b IS NOT NULL) NOT VALID;
    ALTER TABLE a VALIDATE CONSTRAINT b_given;
    ALTER TABLE a ALTER COLUMN b SET NOT NULL, DROP CONSTRAINT b_given;`);
  const { longest, inserted } = await stop();
  expect(await database.ask(indexes)).toEqual([true]);
  expect(inserted).toBeGreaterThan(50);
  expect(longest).toBeLessThan(1_000);
});

test('while a long transaction blocks a migration, inserts run between the attempts of the migration', async () => {
  const database = await aDatabase(postgres);
  const reader = await database.connect();
  await reader.query('BEGIN; SELECT * FROM a');
  const stop = await insertSteadily(database);
  const applying = database.apply('ALTER TABLE a ADD COLUMN c int', {
    limits: { lockTimeoutMs: 200 },
  });
  while (database.log.length < 2) await pause(10);
  await reader.query('COMMIT');
  await applying;
  const { longest, inserted } = await stop();
  expect(database.log[0]).toMatch(
    /^Waiting for a lock \(line 1\)\. The oldest other transaction is \d+ s old: process \d+ /,
  );
  expect(inserted).toBeGreaterThan(100);
  expect(longest).toBeLessThan(1_000);
});

test('a migration that gets no lock in time is undone, its error names the blocking session, and it can be applied again', async () => {
  const database = await aDatabase(postgres);
  const reader = await database.connect();
  await reader.query('BEGIN; SELECT * FROM a');
  const sql = 'CREATE TABLE d (id int);\nALTER TABLE a ADD COLUMN c int';
  const limits = { lockTimeoutMs: 50, retryForMs: 100 };
  await expect(database.apply(sql, { limits })).rejects.toThrow(
    /_later failed, line 1: it did not get its locks within 0.1 s\. The oldest other transaction is .* process \d+ \(.*, idle in transaction\)\. End that one/,
  );
  expect(await database.ask("SELECT to_regclass('d')")).toEqual([null]);
  await reader.query('COMMIT');
  expect(await database.apply(sql)).toEqual(['20270102000000_later']);
});

test('the next run drops and rebuilds an index whose build was interrupted', async () => {
  const database = await aDatabase(postgres);
  const writer = await database.connect();
  await writer.query('BEGIN; INSERT INTO a (b) VALUES (1)');
  const sql = 'CREATE INDEX CONCURRENTLY a_b ON a (b); CREATE TABLE d (id int)';
  const cut = expect(database.apply(sql)).rejects.toThrow(/_later failed, line 1: .*terminat/);
  await untilAsked(database, isWaiting);
  await database.ask(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'dakiya migrate' AND datname = current_database()`,
  );
  await cut;
  expect(await database.ask(indexes)).toEqual([false]);
  await writer.query('COMMIT');
  await database.apply(sql);
  expect(database.log).toContain('Dropping "a_b", which a failed try left invalid.');
  expect(await database.ask(indexes)).toEqual([true]);
});

test('an index that was built but not recorded is not built again', async () => {
  const database = await aDatabase(postgres);
  await database.ask('CREATE INDEX a_b ON a (b)');
  const sql = 'CREATE INDEX CONCURRENTLY a_b ON a (b)';
  await expect(database.apply(sql)).rejects.toThrow('already exists');
  // The first run has recorded that it started the migration, so the second run assumes that this migration built the index.
  await database.apply(sql);
  expect(await database.ask(indexes)).toEqual([true]);
});

test('building a unique index over duplicates fails and leaves no index behind', async () => {
  const database = await aDatabase(postgres);
  await database.ask('INSERT INTO a (b) VALUES (1), (1)');
  const sql = 'CREATE UNIQUE INDEX CONCURRENTLY a_b ON a (b)';
  await expect(database.apply(sql)).rejects.toThrow('could not create unique index "a_b"');
  expect(await database.ask(indexes)).toEqual([]);
  await database.ask('DELETE FROM a WHERE id = 1');
  await database.apply(sql);
  expect(await database.ask(indexes)).toEqual([true]);
});

test('the second of two concurrent runs logs that it waits for the first, and then finds nothing to do', async () => {
  const database = await aDatabase(postgres);
  const writer = await database.connect();
  await writer.query('BEGIN; INSERT INTO a (b) VALUES (1)');
  const sql = 'CREATE INDEX CONCURRENTLY a_b ON a (b)';
  const runs = [database.apply(sql), database.apply(sql)];
  // The index build waits for the writer, but must not wait for the second run, which itself waits for the
  // first.
  while (database.log.length === 0) await pause(10);
  expect(database.log).toEqual([
    'Another process is migrating this database: waiting until it has ended.',
  ]);
  await writer.query('COMMIT');
  expect((await Promise.all(runs)).flat()).toEqual(['20270102000000_later']);
});

test('two concurrent runs create a missing database only once', async () => {
  const url = postgres.url('missing');
  const runs = await Promise.all(
    [1, 2, 3].map(() => applyMigrations(url, { migrations: [created] })),
  );
  expect(runs.flat()).toEqual([created.name]);
});

test('the error of a failed migration names the line, and the corrected migration can be applied', async () => {
  const database = await aDatabase(postgres);
  const wrong = '-- Two.\nCREATE TABLE d (id int);\n\nALTER TABLE a\n  ADD COLUMN b int;';
  await expect(database.apply(wrong)).rejects.toThrow(
    'The migration 20270102000000_later failed, line 2: column "b" of relation "a" already exists',
  );
  await expect(database.apply('CREATE TABLE d (id int);\n\nSELECT nothing')).rejects.toThrow(
    'line 3: column "nothing" does not exist',
  );
  expect(await database.ask("SELECT to_regclass('d')")).toEqual([null]);
  expect(await database.apply('CREATE TABLE d (id int)')).toHaveLength(1);
});

test('a failed migration continues at the failed step when it is applied again, and an edited file is rejected', async () => {
  const database = await aDatabase(postgres);
  const sql = 'CREATE TABLE d (id int); CREATE INDEX CONCURRENTLY a_b ON a (b); DROP TABLE e';
  await expect(database.apply(sql)).rejects.toThrow('table "e" does not exist');
  await expect(database.apply('CREATE TABLE d (id int)')).rejects.toThrow(
    'made by an earlier version of 20270102000000_later',
  );
  await database.ask('CREATE TABLE e (id int)');
  await database.apply(sql);
  expect(await database.ask("SELECT to_regclass('e')")).toEqual([null]);
  await expect(database.apply(`${sql};`)).rejects.toThrow('made by an earlier version');
});

test('undoes a statement that holds its locks for too long', async () => {
  const database = await aDatabase(postgres);
  const limits = { statementTimeoutMs: 50 };
  await expect(
    database.apply('ALTER TABLE a ADD COLUMN c int; SELECT pg_sleep(60)', { limits }),
  ).rejects.toThrow('line 1: it held its locks for 0.05 s, and was undone');
  expect(await database.apply('ALTER TABLE a ADD COLUMN c int')).toHaveLength(1);
});

const begins: Migration = {
  name: '20270103000000_begins',
  sql: "CREATE TABLE background_migrations (LIKE seen INCLUDING ALL); INSERT INTO background_migrations (id) VALUES ('fill')",
};
const requires: Migration = {
  name: '20270104000000_requires',
  sql: '-- Requires background migration: fill\nALTER TABLE a ADD COLUMN d int',
};
const seen: Migration = {
  name: '20270100000000_seen',
  sql: `CREATE TABLE seen (id text, finished_at timestamptz, rows_done int, rows_skipped int,
    rows_expected int, started_at timestamptz, due_at timestamptz, failures int, last_error text)`,
};

test('a migration that requires a background migration is refused until the background migration has ended', async () => {
  const database = await aDatabase(postgres);
  const migrations = [created, seen, begins, requires];
  const apply = () => applyMigrations(database.url, { migrations });
  await expect(apply()).rejects.toThrow(
    'The migration 20270104000000_requires needs the background migration fill to have ended. Keep a worker of',
  );
  await expect(apply()).rejects.toThrow('npm run migrate -- status');
  await database.ask('UPDATE background_migrations SET finished_at = now()');
  expect(await apply()).toEqual([requires.name]);
});

test('in a new database every background migration counts as ended', async () => {
  const url = postgres.url('new');
  const migrations = [
    seen,
    begins,
    { ...requires, sql: requires.sql.replace('TABLE a', 'TABLE seen') },
  ];
  expect(await applyMigrations(url, { migrations })).toHaveLength(3);
  expect(await applyMigrations(url, { migrations })).toEqual([]);
});
