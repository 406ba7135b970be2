import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../bootstrap/ports.mjs';
import { applyMigrations } from '../migration/apply.ts';
import { readMigrations } from '../migration/history.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import {
  initCluster,
  type PostgresHome,
  reachableFolder,
  servePostgres,
} from '../services/postgres.ts';
import { errorCode } from '../services/processes.ts';

/** After how many milliseconds a cached cluster for other migrations is removed: a week. */
const keptMs = 7 * 24 * 3_600_000;

const prefix = 'migrated-';

/**
 * Creates a database cluster with a migrated database `dakiya` by copying a cached cluster. The cache has one cluster for
 * each set of migrations. This saves seconds of `initdb` and migrations.
 *
 * @returns always true: as with `initCluster`, a new cluster was created
 */
export async function createMigratedCluster(home: PostgresHome): Promise<boolean> {
  const folder = await keptFolder(home);
  const kept = join(folder, `${prefix}${await hashOfOrigin(home)}`);
  if (!existsSync(kept)) {
    await removeOld(folder);
    await makeCluster(home, kept);
  }
  await runCommand({ name: 'cp', command: 'cp', args: ['-a', kept, home.data] });
  return true;
}

/** Returns the folder of the cached clusters, in which PostgreSQL's user can start the server. */
async function keptFolder({ runAs }: PostgresHome): Promise<string> {
  if (runAs) return await reachableFolder('clusters');
  const folder = join(root, 'node_modules/.cache/dakiya/clusters');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Computes a hash of everything on which a migrated cluster depends. */
async function hashOfOrigin({ bin, runAs }: PostgresHome): Promise<string> {
  const [version = ''] = await runCommand({
    name: 'postgres',
    command: `${bin}/postgres`,
    args: ['--version'],
    ...runAs,
    cwd: '/',
  });
  const hash = createHash('sha256').update(version);
  for (const { name, sql } of await readMigrations()) hash.update(`\0${name}\0${sql}`);
  const code = join(root, 'scripts/migration');
  for (const file of (await readdir(code)).filter((name) => /^[a-z-]+\.ts$/.test(name)).sort()) {
    hash.update(`\0${await readFile(join(code, file), 'utf8')}`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (name.startsWith(prefix) && Date.now() - mtimeMs > keptMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** Creates a cluster under another name and then renames it, so that an incomplete cluster is never copied. */
async function makeCluster(home: PostgresHome, kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`;
  const draftHome = { ...home, data: draft };
  await initCluster(draftHome, { sync: false });
  const port = await freePort();
  const flags = { fsync: 'off', max_wal_size: '64MB', min_wal_size: '32MB' };
  const server = await servePostgres({ home: draftHome, port, flags });
  try {
    await applyMigrations(`postgresql://dakiya:dakiya@127.0.0.1:${port}/dakiya`);
  } finally {
    await server.stop();
  }
  try {
    await rename(draft, kept);
  } catch (error) {
    // Another run has created the same cluster in the meantime, so this one is not needed.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
    await rm(draft, { recursive: true });
  }
}
