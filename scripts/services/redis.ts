import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../bootstrap/ports.mjs';
import { inherited } from '../environment.ts';
import { type Child, startServer } from './child.ts';
import { installPackages } from './install.ts';

export type Redis = {
  url: string;
  port: number;
  /** The server's process; null if we did not start it. */
  process: Child | null;
  /** Stops the server, and removes the data of a throwaway server. A server that we did not start keeps running. */
  stop(): Promise<void>;
};

type Options = {
  /** The folder whose subfolder `redis` has the data. Not needed for a throwaway server. */
  dataDir?: string;
  log?: (line: string) => void;
  /**
   * Whether to start a throwaway server, for tests. The data of a throwaway server is in a temporary folder, which
   * `stop` removes.
   */
  throwaway?: boolean;
};

/**
 * Starts Redis on a free loopback port, or uses the server of `REDIS_URL`. If Redis is not installed, installs it if possible.
 *
 * @throws Error with one sentence if Redis is not available
 */
export async function startRedis(options: Options): Promise<Redis> {
  const url = inherited.REDIS_URL;
  if (url && !options.throwaway) return elsewhere(url);

  const command = await findRedis(options.log);
  const folder = options.throwaway
    ? await mkdtemp(join(tmpdir(), 'dakiya-redis-'))
    : resolve(options.dataDir ?? '.', 'redis');
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const child = await serveRedis({ command, folder, port });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    process: child,
    async stop() {
      await child.stop();
      if (options.throwaway) await rm(folder, { recursive: true });
    },
  };
}

type Place = { command: string; folder: string; port: number; more?: string[] };

/**
 * Starts a Redis that writes all data to its append-only file. When the memory is full, Redis rejects writes instead of
 * evicting a job, as BullMQ requires (https://docs.bullmq.io, "Going to production").
 *
 * @param at `more` has further arguments for the server
 */
export function serveRedis(at: Place) {
  return startServer({
    name: 'Redis',
    ready: /ready to accept connections/i,
    command: at.command,
    args: [
      ...['--port', `${at.port}`, '--bind', '127.0.0.1', '--dir', at.folder],
      ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
      ...(at.more ?? []),
    ],
    cwd: at.folder,
  });
}

function elsewhere(url: string): Redis {
  // A cluster has several addresses; this uses the port of the first.
  const [first = url] = url.split(',');
  const port = Number(new URL(first).port || 6379);
  return { url, port, process: null, stop: async () => undefined };
}

const names = ['redis-server', 'valkey-server'];
const oldest = '6.2';

/**
 * Finds the command that starts Redis. On Debian and Ubuntu, root installs the system's package if necessary, because no npm
 * package contains Redis.
 *
 * @param log called with each line about the installation
 * @returns the command
 * @throws Error that says what to install
 */
export async function findRedis(log?: (line: string) => void): Promise<string> {
  const found = names.find(isThere);
  if (found) return found;
  if (await installPackages(['redis-server'], log)) return 'redis-server';
  throw new Error(
    `Dakiya needs Redis ${oldest} or newer, or Valkey: install redis-server (for example ` +
      '`sudo apt-get install redis-server` or `brew install redis`), or set REDIS_URL.',
  );
}

function isThere(name: string): boolean {
  const { error, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  if (error) return false;
  // "Redis server v=7.0.15 sha=…"; Valkey continues these version numbers.
  const [major = 0, minor = 0] = /v=(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  if (major > 6 || (major === 6 && minor >= 2)) return true;
  throw new Error(`Dakiya needs Redis ${oldest} or newer: ${name} is ${stdout.trim()}.`);
}
