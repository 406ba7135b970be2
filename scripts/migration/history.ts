import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.ts';

/** A migration: its name, which begins with the time of its making, and its SQL. */
export type Migration = { name: string; sql: string };

/** The last migration that was written before there were rules for migrations (docs/decisions/044). */
export const lastUnchecked = '20261123180000_timeline_of_parts';

/** The folder of migrations, a subfolder each, next to Prisma's note of the kind of database. */
const folder = join(root, 'prisma/migrations');

/** The names of the migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The SQL file of a migration. */
export function sqlFile(name: string): string {
  return join(folder, name, 'migration.sql');
}

/** The migrations of these names; all of them by default. */
export async function readMigrations(names?: string[]): Promise<Migration[]> {
  return await Promise.all(
    (names ?? (await migrationNames())).map(async (name) => ({
      name,
      sql: await readFile(sqlFile(name), 'utf8'),
    })),
  );
}

/** `prisma/schema.prisma` in the schema engine's format. */
export async function readSchema() {
  const path = join(root, 'prisma/schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}
