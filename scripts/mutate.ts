import { inherited } from './environment.ts';
import { root } from './root.ts';
import { runCommand } from './services/child.ts';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

/**
 * npm run mutate: makes small changes, one at a time, to the rules of money, quota, one-time passwords, DLT and
 * delivery, and reports each change that no test detects. If paths are given, it changes only those files. The score is
 * in docs/testing.md.
 */
supervise(async () => {
  const files = process.argv.slice(2);
  const args = files.length > 0 ? ['--mutate', files.join(',')] : [];
  await runCommand({
    name: 'stryker',
    command: process.execPath,
    args: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...args],
    cwd: root,
    // A fixed seed makes fast-check try the same cases in each run. With a random seed, chance would decide whether a change
    // is detected.
    env: { ...inherited, SEED: '1', LOG_LEVEL: 'silent', NODE_ENV: 'test' },
    onLine: printLine,
  });
  return 0;
});
