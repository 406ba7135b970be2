import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { Child } from '#scripts/services/child.ts';
import { servePostgres } from '#scripts/services/postgres.ts';
import { findHome } from '#scripts/services/postgres-home.ts';
import { removeStalePostmasterPid } from '#scripts/services/remove-stale-postmaster-pid.ts';
import { createMigratedCluster } from '#scripts/testing/migrated-cluster.ts';
import { until } from '../until.ts';
import { mountDisk } from './disk.ts';

/** A short delay between two tries to start it, in milliseconds. */
const restartMs = 50;

const flags = {
  // Processes are killed here, and not the system, which keeps what was written.
  fsync: 'off',
  // Small enough for the disk, and often: a new file of the log needs room.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
};

export type ChaosPostgres = Awaited<ReturnType<typeof startChaosPostgres>>;

/**
 * Starts a migrated PostgreSQL of this run's own, on a disk of limited size if one can be mounted. Like a service
 * manager it starts the server again when that ends by itself, as it does when the disk is full.
 */
export async function startChaosPostgres() {
  const home = await findHome({ dataDir: '', throwaway: true });
  const disk = await mountDisk(home.parent);
  const port = await freePort();
  const url = `postgresql://dakiya:dakiya@127.0.0.1:${port}/dakiya`;
  const counts = { diskFull: 0, restarts: 0 };
  let server: Child | null = null;
  let isWanted = false;
  let running = Promise.resolve();

  const onLine = (line: string) => {
    if (line.includes('No space left on device')) counts.diskFull += 1;
  };

  /** Serves as long as it is wanted. */
  async function run(): Promise<void> {
    while (isWanted) {
      try {
        await removeStalePostmasterPid(home.data);
        server = await servePostgres({ home, port, flags, onLine });
        await server.ended;
        counts.restarts += 1;
      } catch (error) {
        // The disk is full, or a session of the server before has not ended yet: it is tried again.
        if (!(error instanceof Error) || !error.message.includes('did not start')) throw error;
      }
      server = null;
      await pause(restartMs);
    }
  }

  async function start(): Promise<void> {
    if (!isWanted) {
      isWanted = true;
      running = run();
    }
    await Promise.race([running, until('PostgreSQL runs', () => server !== null)]);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false;
    await server?.stop(signal);
    await running;
  }

  const stop = async () => {
    await end('SIGINT');
    await disk?.unmount();
    await rm(home.parent, { recursive: true, force: true });
  };

  try {
    await createMigratedCluster(home);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    /** Null if none could be mounted. */
    disk,
    counts,
    start,
    /** Kills the postmaster; its sessions end by themselves. */
    kill: () => end('SIGKILL'),
    /** Sends the postmaster a signal, if it runs. */
    signal(signal: NodeJS.Signals) {
      if (server) process.kill(server.pid, signal);
    },
    /** Lets it refuse each write with 25006, as a standby does, or not any more. */
    setReadOnly: (isReadOnly: boolean) =>
      until('PostgreSQL changed its mode', () => changeMode(url, isReadOnly)),
    stop,
  };
}

/** @returns false if the server is full or restarting */
async function changeMode(url: string, isReadOnly: boolean): Promise<boolean> {
  const admin = new pg.Client(url);
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    const mode = isReadOnly ? 'on' : 'off';
    await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
    await admin.query('SELECT pg_reload_conf()');
    // A failover ends all sessions with the old server.
    if (isReadOnly) await admin.query(endOthers);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  } finally {
    await admin.end().catch(() => undefined);
  }
}

const endOthers = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
