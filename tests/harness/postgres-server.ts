import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { retry } from '#platform/promises.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { Child } from '#scripts/services/child.ts';
import { findHome, removeStalePostmasterPid, servePostgres } from '#scripts/services/postgres.ts';
import { createMigratedCluster } from '#scripts/testing/migrated-cluster.ts';
import { until } from './until.ts';

/** How the server runs: normally, permanently starting up, or as a standby. */
type Mode = 'primary' | 'starting' | 'standby';

/** For each mode, the log line which shows that the server is in this mode. */
const readyWhen: Record<Mode, RegExp> = {
  primary: /database system is ready to accept connections/,
  starting: /entering standby mode/,
  standby: /database system is ready to accept read-only connections/,
};

/** The delay between two attempts to start the server, in milliseconds. */
const restartMs = 50;

/** How long a start or a recovery may take, in milliseconds. */
const limitMs = 60_000;

type Options = {
  /** Settings of PostgreSQL that are added to, or override, the usual settings of a throwaway server. */
  flags?: Record<string, string>;
  /** Whether the data is on a disk of limited size, if one can be mounted. */
  hasSmallDisk?: boolean;
};

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/**
 * Starts a migrated PostgreSQL for one run. Its address stays the same through all outages. Like a service manager, it
 * restarts a server that ends unexpectedly, for example because the disk is full.
 */
export async function startPostgresServer({ flags = {}, hasSmallDisk = false }: Options = {}) {
  const home = await findHome({ throwaway: true });
  const disk = hasSmallDisk ? await mountDisk(home.parent) : null;
  const port = await freePort();
  const url = `postgresql://dakiya:dakiya@127.0.0.1:${port}/dakiya`;
  const signalFile = join(home.data, 'standby.signal');
  const counts = { diskFull: 0, restarts: 0 };
  let server: Child | null = null;
  let isWanted = false;
  let running = Promise.resolve();

  const onLine = (line: string) => {
    if (line.includes('No space left on device')) counts.diskFull += 1;
  };

  /** Runs the server, and restarts it until it is stopped. */
  async function run(mode: Mode): Promise<void> {
    // Without fsync, a crash of the server loses nothing, because the operating system keeps running.
    const all = { fsync: 'off', hot_standby: mode === 'starting' ? 'off' : 'on', ...flags };
    while (isWanted) {
      try {
        await removeStalePostmasterPid(home.data);
        server = await servePostgres({ home, port, flags: all, ready: readyWhen[mode], onLine });
        await server.ended;
        counts.restarts += 1;
      } catch (error) {
        // The disk is full, or a session of the previous server has not ended yet: try again.
        if (!(error instanceof Error) || !error.message.includes('did not start')) throw error;
      }
      server = null;
      await pause(restartMs);
    }
  }

  async function start(mode: Mode = 'primary'): Promise<void> {
    if (mode === 'primary') await rm(signalFile, { force: true });
    else await writeFile(signalFile, '');
    if (!isWanted) {
      isWanted = true;
      running = run(mode);
    }
    await Promise.race([running, until('PostgreSQL runs', () => server !== null, limitMs)]);
  }

  async function end(signal?: NodeJS.Signals): Promise<void> {
    isWanted = false;
    await server?.stop(signal);
    await running;
  }

  const remove = async () => {
    await end();
    await disk?.unmount();
    await rm(home.parent, { recursive: true, force: true });
  };

  try {
    await createMigratedCluster(home);
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    /** The disk of limited size; null if none could be mounted. */
    disk,
    counts,
    start,
    /** Stops the server like `pg_ctl stop -m fast`, which terminates sessions. */
    stop: () => end(),
    /** Kills the postmaster; its sessions then end. */
    kill: () => end('SIGKILL'),
    /** Sends a signal to a running postmaster. */
    signal(signal: NodeJS.Signals) {
      if (server) process.kill(server.pid, signal);
    },
    /**
     * Runs a statement on a new connection.
     *
     * @returns its rows
     */
    ask: async (sql: string) => (await withClient(url, (client) => client.query(sql))).rows,
    crash: () => crash(url),
    recovered: () => until('PostgreSQL takes connections', () => answers(url), limitMs),
    /** Makes the server reject each write with 25006, as a standby does, or accept writes again. */
    setReadOnly: (isReadOnly: boolean) =>
      until('PostgreSQL changed its mode', () => changeMode(url, isReadOnly), limitMs),
    /** Stops the server and removes its data. */
    remove,
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether PostgreSQL accepts a connection and runs a query. */
const answers = (url: string): Promise<boolean> =>
  withClient(url, (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  );

/**
 * Kills a backend, as the kernel does when memory runs out. PostgreSQL then terminates every session, rejects new ones
 * (57P03), and recovers as after a power cut. Resolves when the sessions are terminated.
 */
async function crash(url: string): Promise<void> {
  const open = async () => {
    const client = new pg.Client({ connectionString: url });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // The server terminates this connection, which `ended` reports.
    client.on('error', () => undefined);
    await client.connect();
    return { client, ended };
  };
  const [victim, witness] = [await open(), await open()];
  const { rows } = await victim.client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  // The killed session may end before the server notices, and the server then terminates the second
  // session.
  await Promise.all([victim.ended, witness.ended]);
}

const endOthers = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** @returns false if the server is full or restarting */
async function changeMode(url: string, isReadOnly: boolean): Promise<boolean> {
  try {
    await withClient(url, async (client) => {
      const mode = isReadOnly ? 'on' : 'off';
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
      await client.query('SELECT pg_reload_conf()');
      // A failover ends all sessions with the old server.
      if (isReadOnly) await client.query(endOthers);
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

const kibibyte = 1024;
const diskKiB = 768 * kibibyte;

/**
 * Mounts a file system in memory on a folder. The size of the file system can be changed while it is used.
 *
 * @returns null without permission: mounting needs Linux and root
 */
async function mountDisk(folder: string) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  // `startChild` is not used, because after an interruption it ends each new process at once, but the disk must still
  // be unmounted then.
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, [...args, folder]);
  const resize = async (size: number) => {
    await run('mount', '-o', `remount,size=${size}k`);
  };
  try {
    await run('mount', '-t', 'tmpfs', '-o', `size=${diskKiB}k,mode=755`, 'dakiya-test');
  } catch {
    // Root in a container may lack CAP_SYS_ADMIN.
    return null;
  }
  return {
    /** Leaves only `leftKiB` of space free, until `empty` is called. */
    fill: (leftKiB: number) =>
      // If PostgreSQL has written more in the meantime, the new size is too small and the resize fails.
      retry(
        async () => {
          const { blocks, bfree, bsize } = await statfs(folder);
          await resize(Math.ceil(((blocks - bfree) * bsize) / kibibyte) + leftKiB);
        },
        { while: () => true, forMs: 5_000, everyMs: 1 },
      ),
    /** Restores the usual size of the disk. */
    empty: () => resize(diskKiB),
    async unmount() {
      // A lazy unmount, because a server that is being killed may still have open files.
      await run('umount', '-l');
    },
  };
}
