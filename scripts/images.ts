import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { socialPage } from './images/social-page.ts';
import { root } from './root.ts';
import { supervise } from './stack/supervise.ts';
import { printLine, step } from './stack/terminal.ts';
import { findChromium } from './testing/chromium.ts';

/** A picture in public/, drawn by a browser from a page. */
type Picture = { file: string; width: number; height: number; html: string };

supervise(async () => {
  for (const picture of await pictures()) await step(picture.file, () => draw(picture));
  return 0;
});

async function pictures(): Promise<Picture[]> {
  const icon = await readFile(join(root, 'public/favicon.svg'), 'utf8');
  // Phones round the corners themselves.
  const square = icon.replace(' rx="6"', '');
  return [
    { file: 'public/social.png', width: 1200, height: 630, html: await socialPage() },
    {
      file: 'public/apple-touch-icon.png',
      width: 180,
      height: 180,
      html: `<!doctype html><style>body { margin: 0 } svg { display: block }</style>${square}`,
    },
  ];
}

async function draw({ file, width, height, html }: Picture): Promise<void> {
  const executablePath = await findChromium(printLine);
  // Root in a container has no sandbox, and the pages are our own.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate('document.fonts.ready');
    await writeFile(join(root, file), await page.screenshot());
  } finally {
    await browser.close();
  }
}
