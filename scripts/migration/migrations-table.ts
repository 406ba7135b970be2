import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from './history.ts';

/** What a database knows of a migration. */
export type Applied = {
  id: string;
  name: string;
  checksum: string;
  /** Steps that are done, while it is under way. */
  steps: number;
  finishedAt: Date | null;
  /** The error of the last try, if that failed. */
  error: string | null;
};

/** The checksum of `prisma migrate`. */
export const checksumOf = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

/** Makes the table of `prisma migrate`, which can take over at any time, if it is missing. */
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

/** The migrations that were applied or begun; none in a database without the table. */
export async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query(`SELECT to_regclass('_prisma_migrations') AS "table"`);
  if (found[0].table === null) return [];
  const { rows } = await client.query<Applied>(`
    SELECT id, migration_name AS name, checksum, applied_steps_count AS steps,
      finished_at AS "finishedAt", logs AS error
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`);
  return rows;
}

/** Says that a migration has begun. @returns its row's id */
export async function recordStart(client: pg.Client, migration: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ($1, $2, $3)',
    [id, migration.name, checksumOf(migration)],
  );
  return id;
}

/** Puts a migration in the place of all that are recorded: its schema is theirs. */
export async function recordReplacement(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `WITH replaced AS (DELETE FROM _prisma_migrations)
     INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [randomUUID(), migration.name, checksumOf(migration)],
  );
}

/** Says that a migration that was edited before any of it was applied is the new one. */
export async function recordEdit(client: pg.Client, id: string, migration: Migration) {
  await client.query('UPDATE _prisma_migrations SET checksum = $2 WHERE id = $1', [
    id,
    checksumOf(migration),
  ]);
}

/** Says how many steps of a migration are done. */
export async function recordSteps(client: pg.Client, id: string, steps: number): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET applied_steps_count = $2, logs = NULL WHERE id = $1',
    [id, steps],
  );
}

/** Says that a migration is applied. */
export async function recordEnd(client: pg.Client, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), logs = NULL WHERE id = $1',
    [id],
  );
}

/** Says why a migration failed. */
export async function recordFailure(client: pg.Client, id: string, error: string): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, error]);
}
