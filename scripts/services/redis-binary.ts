import { spawnSync } from 'node:child_process';
import { installPackages } from './debian.ts';

const names = ['redis-server', 'valkey-server'];
const oldest = '6.2';

/**
 * The command that starts Redis. On Debian and Ubuntu, root installs the system's package if necessary; no
 * npm package contains Redis.
 *
 * @param log called with what is being done, if it takes a while
 * @returns the command
 * @throws Error saying what to install
 */
export async function findRedis(log: (line: string) => void): Promise<string> {
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
