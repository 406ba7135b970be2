import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inherited } from './environment.ts';
import { runCommand } from './services/child.ts';
import { supervise } from './stack/supervise.ts';
import { printDetail, printLine, step } from './stack/terminal.ts';
import { findChromium } from './testing/chromium.ts';

/** The minimum score, out of 100, of every public page in each category. */
const least = 95;

/** Maximum size of the JavaScript that the landing page loads before it is used, in transferred bytes. */
const mostScript = 90_000;

const [url = 'http://localhost:3000', ...given] = process.argv.slice(2);

/**
 * npm run lighthouse -- [URL of a running site] [path …]: prints the Lighthouse scores of these pages, or of every page in the
 * sitemap. Exits with 1 if a page misses the limits.
 */
supervise(async () => {
  const chromium = await step('Finding Chromium', () => findChromium(printDetail));
  const paths = given.length > 0 ? given : await publicPaths();
  const rows: string[][] = [];
  let short = 0;
  for (const path of paths) {
    const measured = await step(path, () => measure(new URL(path, url).href, chromium));
    if (fallsShort(path, measured)) short++;
    rows.push(toRow(path, measured));
  }
  show([['page', 'performance', 'accessibility', 'best practices', 'SEO', ''], ...rows]);
  printLine(short > 0 ? `${short} of ${paths.length} fall short of ${least}.` : 'All pages pass.');
  return short > 0 ? 1 : 0;
});

/**
 * Reads the paths in the site's sitemap. Only the paths are used, because the sitemap's URLs have the public address instead
 * of `url`.
 */
async function publicPaths(): Promise<string[]> {
  const response = await fetch(new URL('/sitemap.xml', url)).catch((cause: unknown) => {
    throw new Error(`No site answers at ${url}. Start one with npm run demo.`, { cause });
  });
  const paths = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  if (!response.ok || paths.length === 0) throw new Error(`${url} has no sitemap.`);
  return paths;
}

const fallsShort = (path: string, { scores, scriptBytes }: Measured) =>
  scores.some((score) => score < least) || (path === '/' && scriptBytes > mostScript);

const toRow = (path: string, { scores, scriptBytes }: Measured): [string, ...string[]] => [
  path,
  ...scores.map(String),
  path === '/' ? `${(scriptBytes / 1000).toFixed(1)} kB of JavaScript` : '',
];

/** Prints rows in columns; the scores are right-aligned. */
function show(rows: string[][]): void {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const pad = (cell: string, i: number) =>
    i >= 1 && i <= 4 ? cell.padStart(width(i)) : cell.padEnd(width(i));
  printLine();
  for (const row of rows) printLine(`  ${row.map(pad).join('  ')}`.trimEnd());
  printLine();
}

/** The version of Lighthouse. It is not in package.json, because it has two hundred dependencies and is rarely needed. */
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
type Measured = {
  /** Scores out of 100 for performance, accessibility, best practices and SEO. */
  scores: number[];
  /** Bytes of JavaScript transferred. */
  scriptBytes: number;
};

/**
 * Measures a page as on a mid-range phone, which is Lighthouse's default. Lighthouse sometimes loses the browser, so a
 * failed run is repeated once.
 */
async function measure(url: string, chromium: string): Promise<Measured> {
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
        // Chromium's sandbox does not work for root in a container. Our own pages do not need it.
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ],
      // Runs in a folder without packages, because npm would otherwise search the packages of this checkout.
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
