import { availableParallelism, cpus } from 'node:os';
import { showBuild } from '#scripts/bundle/build.ts';
import { type RegisterPart, supervise } from '#scripts/stack/supervise.ts';
import { colorize, printLine, step } from '#scripts/stack/terminal.ts';
import {
  collectLogProblems,
  type LogProblems,
  type Stack,
  startStack,
} from '#tests/harness/stack.ts';

/** A separate Dakiya for one scenario, with an empty database and an empty Redis. */
export type Dakiya = Stack;

export type Bench = { register: RegisterPart; logProblems: LogProblems };

/** The carrier's window, its maximum submits per second, and further settings of web server and worker. */
type Limits = { window: number; rate: number; settings?: Record<string, string> };

/** The demo's window, and a rate that is never reached. */
export const unlimited: Limits = { window: 50, rate: 100_000 };

/**
 * Starts a Dakiya without a worker, runs a scenario on it, and stops it.
 *
 * @param limits the worker's limits towards the sandbox
 * @param tree another checkout, which is already built. Its web server and worker run with the sandbox of this checkout.
 */
export async function withDakiya<T>(
  { register, logProblems }: Bench,
  { window, rate, settings }: Limits,
  scenario: (dakiya: Dakiya) => Promise<T>,
  tree?: string,
): Promise<T> {
  const dakiya = await step(
    'Starting PostgreSQL, Redis, sandbox and web',
    () =>
      startStack({
        settings: { SMPP_WINDOW: `${window}`, SMPP_RATE: `${rate}`, ...settings },
        onLine: logProblems.addLine,
        register,
        ...(tree && { tree }),
      }),
    () =>
      `PostgreSQL, Redis, sandbox and web run; the carrier's window is ${window}, its rate ${rate}/s`,
  );
  try {
    return await scenario(dakiya);
  } finally {
    await dakiya.stop();
  }
}

/**
 * Builds, measures and prints errors. Exits with 1 if a message was lost or sent twice, or if a request failed;
 * otherwise with 0.
 *
 * @param measure prints its measurements, and returns a sentence for each error
 */
export function run(measure: (bench: Bench) => Promise<string[]>): void {
  supervise(async (register) => {
    const bench = { register, logProblems: collectLogProblems() };
    printLine(`\n  ${colorize('bold', 'Dakiya benchmark')} on ${machine()}\n`);
    await showBuild();
    const errors = [...(await measure(bench)), ...bench.logProblems.errors];
    for (const warning of new Set(bench.logProblems.warnings)) printLine(`  ${warning}`);
    for (const error of errors) printLine(`  ${colorize('red', '✗')} ${error}`);
    if (errors.length > 0) return 1;
    printLine(`  ${colorize('green', '✓')} No message lost or sent twice, no errors.\n`);
    return 0;
  });
}

function machine(): string {
  return `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}`;
}
