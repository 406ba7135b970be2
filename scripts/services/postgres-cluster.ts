import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { PostgresHome } from './postgres-home.ts';
import { runCommand } from './run-command.ts';

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
