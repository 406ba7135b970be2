import { availableParallelism, cpus } from 'node:os';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import type { Bench } from './stack/dakiya.ts';
import { collectLogProblems } from './stack/log-problems.ts';

/**
 * Builds, measures and says what went wrong, if anything did. The process ends with 0, or with 1 if
 * anything was lost, doubled or failed.
 *
 * @param measure prints what it measures, and returns what was not as it should be, in sentences
 */
export function run(measure: (bench: Bench) => Promise<string[]>): void {
  supervise(async (enter) => {
    const bench = { enter, complaints: collectLogProblems() };
    printLine(`\n  ${colorize('bold', 'Dakiya, measured')} on ${machine()}\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const faults = await measure(bench);
    return conclude([...faults, ...bench.complaints.errors], bench.complaints.warnings);
  });
}

function machine(): string {
  return `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}`;
}

/** @returns the exit code */
function conclude(faults: string[], warnings: string[]): number {
  for (const warning of new Set(warnings)) printLine(`  ${warning}`);
  if (faults.length === 0) {
    printLine(`  ${colorize('green', '✓')} Nothing lost, nothing doubled, no errors.\n`);
    return 0;
  }
  for (const fault of faults) printLine(`  ${colorize('red', '✗')} ${fault}`);
  return 1;
}
