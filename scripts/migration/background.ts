import type pg from 'pg';
import type { Migration } from './history.ts';

/** The background migrations that must have ended before a migration is applied, by its comments. */
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

/** The background migrations that a database knows. */
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
 * @throws Error that says what to do
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

/** In a database that was empty there is nothing to change. */
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

/** A line for people about a background migration. */
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
