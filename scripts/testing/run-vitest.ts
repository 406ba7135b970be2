import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';
import { startChild } from '../services/child.ts';
import { printLine } from '../stack/terminal.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** The result of a run. A file that cannot be loaded counts as one failure. */
export type Outcome = {
  passed: number;
  failed: number;
  /** The paths of the files and the duration of their tests in seconds, longest first. */
  durations: { path: string; seconds: number }[];
};

/**
 * Runs the tests and prints Vitest's output.
 *
 * @param args further arguments, such as the path of the tests to run
 */
export async function runVitest(args: string[], env: Environment): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-vitest-'));
  const report = join(folder, 'report.json');
  try {
    const child = await startChild({
      command: process.execPath,
      args: [
        ...['node_modules/vitest/vitest.mjs', 'run', ...args],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ],
      cwd: root,
      env,
      onLine: printLine,
    });
    const { ok } = await child.ended;
    const { numPassedTests, testResults } = reportSchema.parse(
      JSON.parse(await readFile(report, 'utf8')),
    );
    const failed = testResults
      .filter(({ status }) => status === 'failed')
      .map((file) => file.assertionResults.filter(({ status }) => status === 'failed').length || 1)
      .reduce((sum, count) => sum + count, 0);
    const durations = testResults
      .map(({ name, startTime, endTime }) => ({
        path: relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      }))
      .toSorted((a, b) => b.seconds - a.seconds);
    // Vitest can fail although every test passed, if an error was thrown outside a test.
    return { passed: numPassedTests, failed: ok ? failed : Math.max(failed, 1), durations };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const share = z.object({ pct: z.number() });
const summarySchema = z.object({
  total: z.object({ lines: share, branches: share, functions: share }),
});

/**
 * Options for `--coverage`. Coverage only measures code in the tests' processes. It covers neither browsers nor the built
 * web server and worker, which run most of the code that product tests exercise.
 */
export async function describeCoverage(): Promise<string> {
  const text = await readFile(join(root, 'build/coverage/coverage-summary.json'), 'utf8');
  const { lines, branches, functions } = summarySchema.parse(JSON.parse(text)).total;
  return (
    `Coverage in the tests' own processes: ${lines.pct} % of lines, ${branches.pct} % of branches, ` +
    `${functions.pct} % of functions. Programs and browsers that they start are not seen. build/coverage/index.html`
  );
}
