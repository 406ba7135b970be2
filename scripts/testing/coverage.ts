import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../root.ts';

const share = z.object({ pct: z.number() });
const summarySchema = z.object({
  total: z.object({ lines: share, branches: share, functions: share }),
});

/**
 * Options for `--coverage`. It only measures what runs in the tests' own processes: neither the built web and
 * worker, which run most of the code that product tests exercise, nor browsers.
 */
export async function describeCoverage(): Promise<string> {
  const text = await readFile(join(root, 'build/coverage/coverage-summary.json'), 'utf8');
  const { lines, branches, functions } = summarySchema.parse(JSON.parse(text)).total;
  return (
    `Coverage in the tests' own processes: ${lines.pct} % of lines, ${branches.pct} % of branches, ` +
    `${functions.pct} % of functions. Programs and browsers that they start are not seen. build/coverage/index.html`
  );
}
