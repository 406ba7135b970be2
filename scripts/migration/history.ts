import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { root } from '../root.ts';

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

/** The migrations in the schema engine's format; all of them by default. */
export async function readHistory(names?: string[]): Promise<MigrationList> {
  const lock = 'migration_lock.toml';
  return {
    baseDir: folder,
    lockfile: { path: lock, content: await readFile(join(folder, lock), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      (names ?? (await migrationNames())).map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(sqlFile(path), 'utf8') },
        },
      })),
    ),
  };
}

/** `prisma/schema.prisma` in the schema engine's format. */
export async function readSchema() {
  const path = join(root, 'prisma/schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}
