import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { renderStatusPage } from '#app/status/status-page.server.tsx';
import { statusStyle } from '#app/status/status-style.ts';
import { fontFiles } from '#domain/billing/invoices/pdf-page.ts';
import { readStatus } from '#domain/status/read-status.ts';
import { toFeed, toSummary } from '#domain/status/summary.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { printLine } from '../stack/terminal.ts';

export type StatusArguments = { folder: string };

/**
 * The font files of the page, by their names in the folder of the copy. A release contains these files, because
 * invoices need them too.
 */
const fonts = {
  'sans.woff': fontFiles.plain.latin,
  'sans-strong.woff': fontFiles.strong.latin,
  'serif.woff': fontFiles.title.latin,
};

/** Writes the static copy of the status page. It reads the database, so it needs no running web server. */
export async function run({ folder }: StatusArguments): Promise<number> {
  const status = await readStatus();
  const url = serverSettings.PUBLIC_URL;
  const links = {
    ...{ style: 'status.css', feed: 'feed.atom', summary: 'summary.json' },
    ...{ home: url, canonical: `${url}/status`, socialImage: `${url}/social.png`, copy: null },
  };
  const { resolve } = createRequire(import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const [name, font] of Object.entries(fonts))
    await copyFile(resolve(font), join(folder, name));
  const [sans, sansStrong, serif] = Object.keys(fonts) as [string, string, string];
  const files = {
    'status.css': statusStyle({ sans, sansStrong, serif }),
    'feed.atom': toFeed(status, url),
    'summary.json': JSON.stringify(toSummary(status, url)),
    // This file is written last, because it links to the other files.
    'index.html': renderStatusPage(status, { links, isCopy: true, isStale: false }),
  };
  for (const [name, text] of Object.entries(files)) await replaceFile(join(folder, name), text);
  printLine(`Wrote the status of ${status.readAt.toISOString()} to ${folder}.`);
  return 0;
}

/** Replaces a file in one step, so that a web server never sends an incomplete file. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

/**
 * Prints why the copy could not be written. The files of the last copy stay, and they show the time at which they were
 * written.
 */
export function explain(error: unknown): number | null {
  if (isDatabaseUnavailable(error)) {
    printLine('The database does not answer, so the copy was not changed.');
    return 1;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return null;
  printLine(`${path} cannot be written: ${code}.`);
  return 1;
}
