import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.ts';

/** A migration: its name, which begins with its creation time, and its SQL. */
export type Migration = { name: string; sql: string };

/**
 * The first migration, and the last of those before the first release that it replaces. A database that has applied all of
 * those has the same schema, and continues from there.
 */
export const initial = {
  name: '20261128000000_initial',
  replaces: '20261201130000_sensitive_action_emails',
};

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
