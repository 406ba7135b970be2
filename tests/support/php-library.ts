import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import type { Library, Outcome } from './library.ts';

/**
 * The path of PHP, which `npm test` finds or installs; undefined if neither is possible. The tests of the PHP library are
 * then skipped.
 */
export const { TEST_PHP: php } = inherited;

/**
 * Runs PHP, from the root of the repository.
 *
 * @param input only for scripts that read it: a write to a script that has already ended would fail
 * @returns its output
 * @throws Error with its output if it fails
 */
export async function runPhp(args: string[], input?: string, env: Record<string, string> = {}) {
  if (!php) throw new Error('Run the tests with `npm test`, which finds PHP.');
  const running = promisify(execFile)(php, ['-d', 'display_errors=stderr', ...args], {
    cwd: root,
    env: { ...inherited, ...env } as NodeJS.ProcessEnv,
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  if (stderr) throw new Error(stderr);
  return stdout;
}

const driver = join(root, 'tests/support/php-driver.php');

/** Runs the PHP library, each task in its own process. */
const run = async (task: object): Promise<Outcome> =>
  JSON.parse(await runPhp([driver], JSON.stringify(task)));

const phpLibrary: Library = {
  call: (settings, method, args, options) => run({ do: 'call', settings, method, args, options }),
  collect: (settings, method, args) => run({ do: 'collect', settings, method, args }),
  unwrap: (body, headers, secret) => run({ do: 'unwrap', body, headers, secret }),
};

/**
 * Defines tests of the PHP library, which are skipped without PHP. Call this at the top level of a file.
 */
export async function testPhp(define: (library: Library) => Promise<void>): Promise<void> {
  if (php) await define(phpLibrary);
  else test.skip('the PHP library (there is no PHP with curl)');
}
