import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBinaries } from './postgres-binaries.ts';
import { canEnter, getOwner, type Identity, postgresUser } from './postgres-user.ts';
import { reachableFolder } from './reachable.ts';

/** The folders that PostgreSQL runs from, to which its user has access. */
export type PostgresHome = {
  /** The folder of `initdb` and `postgres`. */
  bin: string;
  /** The folder that contains the database cluster; a temporary one for throwaways. */
  parent: string;
  /** The database cluster. */
  data: string;
  /** The user that it runs as; null for the current user. */
  runAs: Identity | null;
};

type Where = { dataDir: string; throwaway?: boolean };

/** Finds, and if necessary creates, the folders that PostgreSQL runs from. */
export async function findHome(where: Where): Promise<PostgresHome> {
  const user = postgresUser();
  const parent = where.throwaway ? await temporary(user) : await kept(where.dataDir, user);
  const data = join(parent, 'postgres');
  // A cluster belongs to the user who created it, even if we would choose another one today.
  const runAs = user && existsSync(join(data, 'PG_VERSION')) ? getOwner(data) : user;
  return { bin: await findBinaries(runAs), parent, data, runAs };
}

/**
 * `dataDir`, or another folder if the user has no access to it: always the same one as long as `dataDir`
 * exists, which contains its name. A data directory that is created anew at the same path must not find the
 * old database, whose keys are gone.
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
