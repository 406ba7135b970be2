import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.ts';

/** A migration: its name, which begins with its creation time, and its SQL. */
export type Migration = { name: string; sql: string };

/**
 * `name` is the first migration. It replaces all migrations before the first release; `replaces` is the last of these.
 * A database that has applied all replaced migrations has the schema of the first migration, and continues with the
 * migration after it.
 */
export const initial = {
  name: '20261128000000_initial',
  replaces: '20261201130000_sensitive_action_emails',
};

/** The folder of the migrations. Each has a subfolder; Prisma's file with the kind of database is next to them. */
const folder = join(root, 'prisma/migrations');

/** Lists the names of the migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Returns the path of a migration's SQL file. */
export function sqlFile(name: string): string {
  return join(folder, name, 'migration.sql');
}

/** Reads the migrations with these names; by default all migrations. */
export async function readMigrations(names?: string[]): Promise<Migration[]> {
  return await Promise.all(
    (names ?? (await migrationNames())).map(async (name) => ({
      name,
      sql: await readFile(sqlFile(name), 'utf8'),
    })),
  );
}

/** Reads `prisma/schema.prisma` in the schema engine's format. */
export async function readSchema() {
  const path = join(root, 'prisma/schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}
