import { spawnSync } from 'node:child_process';
import { inherited } from '../environment.ts';
import { installPackages } from '../services/install.ts';

const program = 'php';

/**
 * Finds PHP 8.1 or newer with curl for the tests of the PHP library. If it is missing, it is installed.
 *
 * @param log called with a line about an installation, or with the reason why there is no PHP
 * @returns the name of the program; null if it cannot be installed, so that its tests are skipped
 * @throws Error if it cannot be installed, and `TEST_EVERY_LANGUAGE` is set
 */
export async function findPhp(log: (line: string) => void): Promise<string | null> {
  if (isComplete()) return program;
  let reason =
    'php-cli and php-curl are not installed, and only root can install them with apt-get';
  try {
    await installPackages(['php-cli', 'php-curl'], log);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  if (isComplete()) return program;
  if (inherited.TEST_EVERY_LANGUAGE) throw new Error(`The tests need PHP. ${reason}`);
  log(`NOT RUN: the tests of the PHP library. ${reason}`);
  return null;
}

const isComplete = () =>
  spawnSync(program, ['-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);'])
    .status === 0;
