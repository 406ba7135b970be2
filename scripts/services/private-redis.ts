import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../bootstrap/ports.mjs';
import type { Child } from './child.ts';
import { findRedis, serveRedis } from './redis.ts';

/** A Redis for a single test. It may fail without affecting other tests. */
export type PrivateRedis = {
  readonly url: string;
  readonly folder: string;
  /** Ends the server like a power failure: connections break, and written data stays in its file. */
  kill(): Promise<void>;
  /** Starts the server again on the same port with the same data. */
  start(): Promise<void>;
  /** Sends a signal to the server if it is running. */
  signal(signal: NodeJS.Signals): void;
  /** Deletes all data, as on a new machine. Does not start or stop the server. */
  empty(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
};

/** Starts a Redis that a test may kill, restart and empty. */
export async function startPrivateRedis(): Promise<PrivateRedis> {
  const command = await findRedis();
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-redis-'));
  const port = await freePort();
  let child: Child | null = null;

  const start = async () => {
    child ??= await serveRedis({ command, folder, port });
  };
  const kill = async () => {
    await child?.stop('SIGKILL');
    child = null;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    folder,
    start,
    kill,
    signal(signal) {
      if (child) process.kill(child.pid, signal);
    },
    async empty() {
      const wasRunning = child !== null;
      await kill();
      await rm(join(folder, 'appendonlydir'), { recursive: true, force: true });
      if (wasRunning) await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
