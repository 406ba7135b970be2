import { availableParallelism, cpus } from 'node:os';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import type { Bench } from './stack/dakiya.ts';
import { collectLogProblems } from './stack/log-problems.ts';

/**
 * Builds, measures and prints errors. The process exits with 0, or with 1 if a message was lost or
 * sent twice or a request failed.
 *
 * @param measure prints its measurements, and returns a sentence for each error
 */
export function run(measure: (bench: Bench) => Promise<string[]>): void {
  supervise(async (register) => {
    const bench = { register, logProblems: collectLogProblems() };
    printLine(`\n  ${colorize('bold', 'Dakiya benchmark')} on ${machine()}\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const errors = await measure(bench);
    return conclude([...errors, ...bench.logProblems.errors], bench.logProblems.warnings);
  });
}

function machine(): string {
  return `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}`;
}

/** @returns the exit code */
function conclude(errors: string[], warnings: string[]): number {
  for (const warning of new Set(warnings)) printLine(`  ${warning}`);
  if (errors.length === 0) {
    printLine(`  ${colorize('green', '✓')} No message lost or sent twice, no errors.\n`);
    return 0;
  }
  for (const error of errors) printLine(`  ${colorize('red', '✗')} ${error}`);
  return 1;
}
