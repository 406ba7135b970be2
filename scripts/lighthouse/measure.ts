import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inherited } from '../environment.ts';
import { runCommand } from '../services/run-command.ts';

/** Not in package.json: it brings two hundred packages, and is rarely needed. */
const lighthouse = 'lighthouse@12.8.2';

const score = z.object({ score: z.number().nullable() });

const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: z.object({
    'network-requests': z.object({
      details: z.object({
        items: z.array(
          z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() }),
        ),
      }),
    }),
  }),
});

/** Lighthouse's results for a page. */
export type Measured = {
  /** Out of 100: performance, accessibility, best practices and SEO. */
  scores: number[];
  /** Bytes of JavaScript transferred. */
  scriptBytes: number;
};

/**
 * Measures a page as on a mid-range phone, which is Lighthouse's default. It sometimes loses the browser, so
 * a failed run is repeated once.
 */
export async function measure(url: string, chromium: string): Promise<Measured> {
  return await run(url, chromium).catch(() => run(url, chromium));
}

async function run(url: string, chromium: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    await runCommand({
      name: 'Lighthouse',
      command: 'npm',
      args: [
        ...['exec', '--yes', '--package', lighthouse, '--', 'lighthouse', url],
        ...['--output=json', `--output-path=${file}`, '--quiet'],
        // Root in a container has no sandbox, and the pages are our own.
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ],
      // A folder without packages, or npm would search ours.
      cwd: folder,
      env: { ...inherited, CHROME_PATH: chromium },
    });
    const { runtimeError, categories, audits } = reportSchema.parse(
      JSON.parse(await readFile(file, 'utf8')),
    );
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const { performance, accessibility, 'best-practices': practices, seo } = categories;
    return {
      scores: [performance, accessibility, practices, seo].map(({ score }) =>
        Math.round((score ?? 0) * 100),
      ),
      scriptBytes: audits['network-requests'].details.items
        .filter(({ resourceType }) => resourceType === 'Script')
        .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
