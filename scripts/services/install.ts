import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { inherited } from '../environment.ts';
import { runCommand } from './child.ts';

/**
 * Throws if installing software is forbidden. Call it before installing software on the machine.
 *
 * @param what the name of the software, as the start of a sentence
 * @throws Error if `--no-install` was given, which `scripts/run.mjs` passes on as NO_INSTALL
 */
export function refuseInstallation(what: string): void {
  if (inherited.NO_INSTALL) {
    throw new Error(
      `${what} is not installed, and --no-install forbids installing it: do that first.`,
    );
  }
}

/** Debian's packages run this program before they start a service. Exit code 101 forbids the start (invoke-rc.d(8)). */
const policy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages of Debian or Ubuntu without starting their services.
 *
 * @param log called with each line of the output of apt-get
 * @returns false if this is another system, or if we are not root
 * @throws Error if apt-get fails, or `--no-install` was given
 */
export async function installPackages(
  packages: string[],
  log: (line: string) => void = () => undefined,
): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  refuseInstallation(packages.join(', '));
  const hadPolicy = existsSync(policy);
  if (!hadPolicy) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    log(`not installed yet: installing ${packages.join(', ')} with apt-get`);
    await aptGet(['update', '-q'], log);
    await aptGet(['install', '-q', '-y', '--no-install-recommends', ...packages], log);
  } finally {
    if (!hadPolicy) await rm(policy);
  }
  return true;
}

function aptGet(args: string[], log: (line: string) => void) {
  return runCommand({
    name: `apt-get ${args[0]}`,
    command: 'apt-get',
    args,
    env: { ...inherited, DEBIAN_FRONTEND: 'noninteractive' },
    onLine: log,
  });
}
