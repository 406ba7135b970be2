import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../services/processes.ts';
import { initial, type Migration, readMigrations } from './history.ts';
import { type Limits, runStep } from './run-step.ts';
import { splitIntoSteps } from './steps.ts';
import {
  type Applied,
  checksumOf,
  createMigrationsTable,
  endAll,
  listApplied,
  listBackground,
  recordEdit,
  recordEnd,
  recordFailure,
  recordReplacement,
  recordStart,
  recordSteps,
  requireEnded,
} from './table.ts';

export type Options = {
  /** The migrations; by default those in `prisma/migrations`. */
  migrations?: Migration[];
  /** Called with a line about each slow step. */
  log?: (line: string) => void;
  limits?: Partial<Limits>;
};

const defaultLimits: Limits = {
  lockTimeoutMs: 2_000,
  statementTimeoutMs: 30_000,
  retryForMs: 10 * 60_000,
};

/**
 * Migrates a database to the newest migration, and creates it first if it does not exist. A run continues where an interrupted
 * run stopped. If two runs start at the same time, one waits for the other.
 *
 * @param url the database's URL; if the database is missing, the user must be allowed to create it
 * @returns the names of the migrations that were applied
 * @throws Error if a migration fails, or was edited after this database had applied it
 */
export async function applyMigrations(url: string, options: Options = {}): Promise<string[]> {
  const { log = () => undefined } = options;
  const migrations = options.migrations ?? (await readMigrations());
  const limits = { ...defaultLimits, ...options.limits };
  await createDatabase(url);
  return await connected(url, async (client) => {
    await takeTurn(client, log);
    await createMigrationsTable(client);
    await recordReplaced(client, migrations);
    const applied = new Map((await listApplied(client)).map((row) => [row.name, row]));
    const isNew = applied.size === 0;
    refuseEdited(migrations, applied);
    const names: string[] = [];
    for (const migration of migrations) {
      const known = applied.get(migration.name);
      if (known?.finishedAt) continue;
      if (!isNew) await requireEnded(client, migration);
      await applyOne(migration, known, { client, url, limits, log });
      names.push(migration.name);
    }
    if (isNew) await endAll(client);
    return names;
  });
}

/**
 * Records the initial migration as applied if the database has applied all migrations that it replaces.
 *
 * @throws Error if the database has applied only some of these migrations, or if their background migrations have not ended
 */
async function recordReplaced(client: pg.Client, migrations: Migration[]): Promise<void> {
  const migration = migrations.find(({ name }) => name === initial.name);
  const applied = await listApplied(client);
  const isOlder = applied.length > 0 && !applied.some(({ name }) => name === initial.name);
  if (!migration || !isOlder) return;
  const isComplete = applied.some(
    ({ name, finishedAt }) => name === initial.replaces && finishedAt,
  );
  if (!isComplete) {
    throw new Error(
      `This database was made before the first release, and is older than ${initial.replaces}: ` +
        'start with an empty database.',
    );
  }
  const open = (await listBackground(client)).filter(({ finishedAt }) => !finishedAt);
  if (open.length > 0) {
    const names = open.map(({ id }) => id).join(', ');
    throw new Error(
      `The background migration ${names} has not ended. Keep a worker of the release before running until ` +
        '`npm run migrate -- status` says so, then run `npm run migrate` again.',
    );
  }
  await recordReplacement(client, migration);
}

type Context = { client: pg.Client; url: string; limits: Limits; log: (line: string) => void };

async function applyOne(migration: Migration, known: Applied | undefined, context: Context) {
  const { client } = context;
  const id = known?.id ?? (await recordStart(client, migration));
  if (known) await recordEdit(client, id, migration);
  try {
    const steps = await splitIntoSteps(migration.sql);
    const done = known?.steps ?? 0;
    for (const [i, step] of steps.entries()) {
      if (i < done) continue;
      const record = () => recordSteps(client, id, i + 1);
      await runStep(step, {
        ...context,
        record,
        isRepeated: known !== undefined && i === done,
      }).catch((error) => {
        throw new Error(`line ${step.line + linesBefore(step.sql, error)}: ${error.message}`, {
          cause: error,
        });
      });
    }
    await recordEnd(client, id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // If the connection is lost, the failure cannot be recorded. The migration's row then says only that the migration
    // has begun.
    await recordFailure(client, id, message).catch(() => undefined);
    throw new Error(`The migration ${migration.name} failed, ${message}`, { cause: error });
  }
}

/** Returns the number of lines before the position of PostgreSQL's error; 0 if the error has no position. */
function linesBefore(sql: string, error: unknown): number {
  const position = error instanceof pg.DatabaseError ? Number(error.position ?? 1) : 1;
  return sql.slice(0, position - 1).split('\n').length - 1;
}

/** Throws if a migration was edited after some of it had been applied. */
function refuseEdited(migrations: Migration[], applied: Map<string, Applied>): void {
  const edited = migrations.filter((migration) => {
    const known = applied.get(migration.name);
    const isBegun = known && (known.finishedAt !== null || known.steps > 0);
    return isBegun && known.checksum !== checksumOf(migration);
  });
  if (edited.length === 0) return;
  throw new Error(
    `This database was made by an earlier version of ${edited.map(({ name }) => name).join(', ')}: ` +
      'write a new migration instead, or start with an empty database.',
  );
}

/** The advisory lock that `prisma migrate` takes too. */
const lockNumber = 72_707_369;

/**
 * Waits until no other process migrates this database. It polls instead of waiting in one statement. Such a statement
 * has an open transaction, and the other process's `CREATE INDEX CONCURRENTLY` would wait until this transaction ends,
 * which is a deadlock.
 */
async function takeTurn(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lockNumber}) AS taken`);
    if (rows[0].taken) return;
    if (tries === 0) log('Another process is migrating this database: waiting until it has ended.');
    await pause(500);
  }
}

/** Creates the database of a URL if the server does not have it. */
async function createDatabase(url: string): Promise<void> {
  try {
    await connected(url, async () => undefined);
  } catch (error) {
    // 3D000: the database does not exist.
    if (errorCode(error) !== '3D000') throw error;
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    const server = new URL(url);
    server.pathname = '/postgres';
    await connected(server.href, async (client) => {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    }).catch((failure) => {
      // 42P04 and 23505: another process has just created the database.
      if (!['42P04', '23505'].includes(errorCode(failure))) throw failure;
    });
  }
}

/** Runs `work` with a new connection. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'dakiya migrate' });
  // The error of a lost connection is ignored here, because the current or the next statement fails too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await endWithUs(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes the server end a running statement within a second after this process dies. Otherwise the statement could run for
 * hours, and hold the lock that the next run needs.
 */
async function endWithUs(client: pg.Client): Promise<void> {
  await client.query("SET client_connection_check_interval = '1s'").catch((error) => {
    // 22023: the server's operating system cannot detect a closed connection.
    if (errorCode(error) !== '22023') throw error;
  });
}
