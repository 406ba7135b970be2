import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBinaries } from './postgres-binaries.ts';
import { canEnter, getOwner, type Identity, postgresUser } from './postgres-user.ts';
import { reachableFolder } from './reachable.ts';

/** What PostgreSQL runs from, in places that the user it runs as can reach. */
export type PostgresHome = {
  /** The folder of `initdb` and `postgres`. */
  bin: string;
  /** The folder around the database cluster; a throwaway has one of its own. */
  parent: string;
  /** The database cluster. */
  data: string;
  /** As whom it runs; null for as ourselves. */
  runAs: Identity | null;
};

type Where = { dataDir: string; throwaway?: boolean };

/** Finds, and where need be makes, the places that PostgreSQL runs from. */
export async function findHome(where: Where): Promise<PostgresHome> {
  const user = postgresUser();
  const parent = where.throwaway ? await temporary(user) : await kept(where.dataDir, user);
  const data = join(parent, 'postgres');
  // A cluster belongs to whoever made it, even if we would choose somebody else today.
  const runAs = user && existsSync(join(data, 'PG_VERSION')) ? getOwner(data) : user;
  return { bin: await findBinaries(runAs), parent, data, runAs };
}

/**
 * `dataDir`, or a folder in its place if the user cannot reach it: the same one as long as
 * `dataDir` is there, which names it. A data directory that is made anew, at the same path, must
 * not find the database of the one before, whose keys are gone.
 */
async function kept(dataDir: string, runAs: Identity | null): Promise<string> {
  const wanted = resolve(dataDir);
  await mkdir(wanted, { recursive: true });
  if (canEnter(wanted, runAs)) return wanted;
  const note = join(wanted, 'postgres-folder');
  if (!existsSync(note)) await writeFile(note, randomBytes(8).toString('hex'));
  return await reachableFolder(await readFile(note, 'utf8'));
}

async function temporary(runAs: Identity | null): Promise<string> {
  const base = canEnter(tmpdir(), runAs) ? tmpdir() : await reachableFolder('tmp');
  const folder = await mkdtemp(join(base, 'dakiya-'));
  await chmod(folder, 0o755);
  return folder;
}
