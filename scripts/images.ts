import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './root.ts';
import { supervise } from './stack/supervise.ts';
import { printLine, step } from './stack/terminal.ts';
import { findChromium } from './testing/chromium.ts';

/** A picture in public/, rendered by a browser from HTML. */
type Picture = { file: string; width: number; height: number; html: string };

supervise(async () => {
  for (const picture of await pictures()) await step(picture.file, () => draw(picture));
  return 0;
});

async function pictures(): Promise<Picture[]> {
  const icon = await readFile(join(root, 'public/favicon.svg'), 'utf8');
  // The icon for phones is square, because phones round the corners themselves.
  const square = icon.replace(' rx="6"', '');
  return [
    { file: 'public/social.png', width: 1200, height: 630, html: await socialPage() },
    {
      file: 'public/apple-touch-icon.png',
      width: 180,
      height: 180,
      html: alone(square),
    },
    // Browsers and feed readers request this file even if no page refers to it.
    {
      file: 'public/favicon.ico',
      width: 32,
      height: 32,
      html: alone(icon.replace('<svg', '<svg width="32" height="32"')),
    },
  ];
}

const alone = (svg: string) =>
  `<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`;

/** Wraps a picture into an ICO file: a header and a directory of one entry, both little-endian, then the PNG. */
function toIco(png: Uint8Array, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function draw({ file, width, height, html }: Picture): Promise<void> {
  const executablePath = await findChromium(printLine);
  // Chromium's sandbox does not work for root in a container. Our own pages do not need it.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate('document.fonts.ready');
    const isIcon = file.endsWith('.ico');
    const png = await page.screenshot({ omitBackground: isIcon });
    await writeFile(join(root, file), isIcon ? toIco(png, width) : png);
  } finally {
    await browser.close();
  }
}

const fonts = {
  Headline: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  Text: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  Code: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

async function fontFace([family, file]: [string, string]): Promise<string> {
  const bytes = await readFile(join(root, 'node_modules', file));
  const source = `url(data:font/woff2;base64,${bytes.toString('base64')})`;
  return `@font-face { font-family: ${family}; font-weight: 100 900; src: ${source}; }`;
}

/** Creates the page for the preview picture of links to the site: 1200 by 630 pixels, in the site's design. */
async function socialPage(): Promise<string> {
  const faces = await Promise.all(Object.entries(fonts).map(fontFace));
  return `<!doctype html>
<html lang="en-IN">
  <head>
    <style>
      ${faces.join('\n')}
      body { margin: 0; width: 1200px; height: 630px; background: #faf8f4; color: #16181d; position: relative; }
      .edge { height: 24px; background: repeating-linear-gradient(-45deg, #f37254 0 42px, #faf8f4 42px 66px, #2b4c9b 66px 108px, #faf8f4 108px 132px); }
      .brand { position: absolute; left: 80px; top: 84px; font: 52px/1 Headline; }
      h1 { position: absolute; left: 80px; top: 164px; margin: 0; font: 124px/1 Headline; letter-spacing: -0.01em; }
      p { position: absolute; left: 80px; top: 430px; margin: 0; font: 30px/1.4 Text; color: #5c6068; }
      pre { position: absolute; left: 80px; right: 80px; bottom: 56px; margin: 0; display: flex; justify-content: space-between; padding: 22px 28px; border: 2px solid #e3ded4; border-radius: 12px; background: #fff; font: 25px/1.2 Code; font-variant-ligatures: none; }
      pre b { font-weight: 400; color: #2b4c9b; }
      pre i { font-style: normal; color: #1d7044; }
    </style>
  </head>
  <body>
    <div class="edge"></div>
    <div class="brand">Dakiya</div>
    <h1>Send a text.<br />Know it arrived.</h1>
    <p>SMS and one-time passwords for developers in India</p>
    <pre><span><b>POST</b> /api/v1/messages/send-message</span><span><i>202</i> queued</span></pre>
  </body>
</html>`;
}
