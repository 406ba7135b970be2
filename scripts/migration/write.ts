import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diffSchema } from './diff-schema.ts';
import { migrationNames, sqlFile } from './history.ts';

/** Separates the engine's SQL from SQL written by hand; see `redraftMigration`. */
const byHand = '\n-- By hand: ';

/**
 * Writes a migration from the last one to schema.prisma.
 *
 * @param name what changes, such as `add_webhooks`
 * @returns the new file, or null if there is nothing to write
 */
export async function newMigration(name: string): Promise<string | null> {
  const { sql } = await diffSchema();
  if (!sql) return null;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = sqlFile(`${stamp}_${name}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, sql);
  return file;
}

/**
 * Writes the newest migration again from schema.prisma, before it is applied anywhere. Everything below the
 * line `-- By hand` stays.
 *
 * @returns the file, or null if there is none
 */
export async function redraftMigration(): Promise<string | null> {
  const names = await migrationNames();
  const newest = names.pop();
  if (!newest) return null;
  const { sql } = await diffSchema(names);
  const file = sqlFile(newest);
  const [, ...kept] = (await readFile(file, 'utf8')).split(byHand);
  await writeFile(file, [sql, ...kept].join(byHand));
  return file;
}
