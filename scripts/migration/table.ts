import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from './history.ts';

/** The row of a migration in the database. */
export type Applied = {
  id: string;
  name: string;
  checksum: string;
  steps: number;
  finishedAt: Date | null;
  /** The error of the last attempt, if it failed. */
  error: string | null;
};

/** Computes the same checksum as `prisma migrate`. */
export const checksumOf = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

/** Creates the table of `prisma migrate` if it is missing, so that `prisma migrate` can be used on the database at any time. */
export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL,
      logs TEXT,
      rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
}

/** Lists the applied and started migrations. The list is empty if the database has no table of migrations. */
export async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query(`SELECT to_regclass('_prisma_migrations') AS "table"`);
  if (found[0].table === null) return [];
  const { rows } = await client.query<Applied>(`
    SELECT id, migration_name AS name, checksum, applied_steps_count AS steps,
      finished_at AS "finishedAt", logs AS error
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`);
  return rows;
}

/** Records the start of a migration. @returns the id of its row */
export async function recordStart(client: pg.Client, migration: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ($1, $2, $3)',
    [id, migration.name, checksumOf(migration)],
  );
  return id;
}

/** Replaces all recorded migrations with a single migration that gives the same schema. */
export async function recordReplacement(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `WITH replaced AS (DELETE FROM _prisma_migrations)
     INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [randomUUID(), migration.name, checksumOf(migration)],
  );
}

/** Records the new checksum of a migration that was edited before any of its steps was applied. */
export async function recordEdit(client: pg.Client, id: string, migration: Migration) {
  await client.query('UPDATE _prisma_migrations SET checksum = $2 WHERE id = $1', [
    id,
    checksumOf(migration),
  ]);
}

export async function recordSteps(client: pg.Client, id: string, steps: number): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET applied_steps_count = $2, logs = NULL WHERE id = $1',
    [id, steps],
  );
}

/** Records that a migration is applied. */
export async function recordEnd(client: pg.Client, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), logs = NULL WHERE id = $1',
    [id],
  );
}

/** Records why a migration failed. */
export async function recordFailure(client: pg.Client, id: string, error: string): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, error]);
}

/** Reads from a migration's comments which background migrations must have ended before it. */
export function requiredBackground({ sql }: Migration): string[] {
  return [...sql.matchAll(/^-- Requires background migration: (\w+)$/gm)].map(([, id = '']) => id);
}

type Background = {
  id: string;
  rowsDone: string;
  rowsSkipped: string;
  rowsExpected: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  dueAt: Date;
  failures: number;
  lastError: string | null;
};

export async function listBackground(client: pg.Client): Promise<Background[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<Background>(`
    SELECT id, rows_done::text AS "rowsDone", rows_skipped::text AS "rowsSkipped",
      rows_expected::text AS "rowsExpected", started_at AS "startedAt", finished_at AS "finishedAt",
      due_at AS "dueAt", failures, last_error AS "lastError"
    FROM background_migrations ORDER BY id`);
  return rows;
}

/**
 * Refuses a migration while a background migration that it requires has not ended.
 *
 * @throws Error with instructions
 */
export async function requireEnded(client: pg.Client, migration: Migration): Promise<void> {
  const required = requiredBackground(migration);
  if (required.length === 0) return;
  const ended = (await listBackground(client)).filter(({ finishedAt }) => finishedAt);
  const open = required.filter((id) => !ended.some((one) => one.id === id));
  if (open.length === 0) return;
  throw new Error(
    `The migration ${migration.name} needs the background migration ${open.join(', ')} to have ended. Keep a worker of the ` +
      'release before running until `npm run migrate -- status` says so, then run `npm run migrate` again.',
  );
}

/** Marks all background migrations as ended, because a new database has no rows to change. */
export async function endAll(client: pg.Client): Promise<void> {
  if (!(await hasTable(client))) return;
  await client.query(
    'UPDATE background_migrations SET finished_at = now() WHERE finished_at IS NULL',
  );
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('background_migrations') AS "table"`);
  return rows[0].table !== null;
}

/** Returns a readable line about a background migration. */
export function describeBackground(one: Background): string {
  const { id, rowsDone, rowsSkipped, rowsExpected, failures, lastError, dueAt } = one;
  const skipped = rowsSkipped === '0' ? '' : `, ${rowsSkipped} rows skipped (the log names them)`;
  if (one.finishedAt) {
    return `${id}: ended ${one.finishedAt.toISOString()}, ${rowsDone} rows changed${skipped}`;
  }
  if (failures > 0) {
    return `${id}: failed ${failures} times in a row, next try ${dueAt.toISOString()}: ${lastError}`;
  }
  if (!one.startedAt) return `${id}: waits for a worker`;
  return `${id}: running, ${rowsDone} of about ${rowsExpected} rows changed${skipped}`;
}
