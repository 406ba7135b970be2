import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { invariant } from '#domain/shared/errors.browser.ts';
import { waitForOwnTurn } from '#platform/in-slices.ts';

const { resolve } = createRequire(import.meta.url);

/** Text styles of the invoice. */
type Weight = 'plain' | 'strong' | 'title';

/** A font file that covers one range of characters. */
type FontSubset = 'latin' | 'latin-ext' | 'devanagari';

/**
 * The font files, as package paths. The process opens them by name at run time, so bundlers do not find them;
 * scripts/release/parts.ts copies the listed files into a release.
 */
export const fontFiles: Record<Weight, Record<FontSubset, string>> = {
  plain: inter(400),
  strong: inter(600),
  title: {
    ...inter(400),
    latin: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff',
  },
};

function inter(weight: 400 | 600): Record<FontSubset, string> {
  return {
    latin: `@fontsource/inter/files/inter-latin-${weight}-normal.woff`,
    'latin-ext': `@fontsource/inter/files/inter-latin-ext-${weight}-normal.woff`,
    devanagari:
      '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  };
}

export type Style = { size?: number; weight?: Weight; colour?: string };

/** The characters that each font file covers. ₹ is in the extended Latin file. */
const subsets: { name: FontSubset; has: RegExp }[] = [
  { name: 'latin', has: /[\u0020-\u00ff\u2010-\u2027\u20ac]/ },
  { name: 'latin-ext', has: /[\u0100-\u017f\u0218-\u021b\u20b9]/ },
  { name: 'devanagari', has: /[\u0900-\u097f\u200c\u200d]/ },
];

type Libraries = Pick<typeof import('fontkit'), 'create'> & {
  PdfDocument: typeof import('pdfkit');
};

/** Loaded for the first invoice: loading takes 0.1 s, and most processes write no invoice. */
let libraries: Libraries | null = null;

function loadedLibraries(): Libraries {
  invariant(libraries, 'the fonts are opened before they are used');
  return libraries;
}

/**
 * Decompresses a WOFF 1.0 font (https://www.w3.org/TR/WOFF/) into its TrueType file. The font library can read compressed
 * files, but decompresses a whole table for each glyph. In a measurement, that made an invoice ten times slower, and the
 * same process serves API calls.
 */
function decompressWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let at = 12 + 16 * count;
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i;
    const [from, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < size ? inflateSync(bytes) : bytes;
    // An entry of the TrueType table directory: tag, checksum, offset, length.
    const row = 12 + 16 * i;
    woff.copy(font, row, entry, entry + 4);
    woff.copy(font, row + 4, entry + 16, entry + 20);
    font.writeUInt32BE(at, row + 8);
    font.writeUInt32BE(size, row + 12);
    table.copy(font, at);
    at += Math.ceil(size / 4) * 4;
  }
  return font;
}

/** Parses each font once and reuses it for all invoices. */
const fonts = new Map<string, Font>();

/** Loads a font. A process loads each font only once, because fonts do not depend on settings. */
function loadFont(file: string): Font {
  const known = fonts.get(file);
  if (known) return known;
  const font = loadedLibraries().create(decompressWoff(readFileSync(resolve(file)))) as Font;
  fonts.set(file, font);
  return font;
}

/** Tabular figures: digits of equal width, so that columns line up. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** A sample text for each subset. */
const samples: Record<FontSubset, string> = {
  latin: 'Total 1',
  'latin-ext': '₹',
  devanagari: 'कुल',
};

/**
 * Loads the libraries and all fonts, yielding to the event loop between files. The library reads most of a font when
 * it shapes the first text, up to 30 ms; loading all at once would block the process for over 100
 * ms.
 */
export async function openFonts(): Promise<void> {
  if (!libraries) {
    const { create } = await import('fontkit');
    await waitForOwnTurn();
    const { default: PdfDocument } = await import('pdfkit');
    libraries = { create, PdfDocument };
  }
  for (const files of Object.values(fontFiles)) {
    for (const [piece, file] of Object.entries(files) as [FontSubset, string][]) {
      if (opened.has(file)) continue;
      await waitForOwnTurn();
      loadFont(file).layout(samples[piece], features);
      opened.add(file);
    }
  }
}

const opened = new Set<string>();

const findSubset = (character: string) => subsets.find(({ has }) => has.test(character))?.name;

/** Whether there is a font for every character of a text. */
export const hasGlyphsFor = (text: string) => [...text].every((character) => findSubset(character));

/**
 * Splits a text into runs of one font each. A character that no font covers becomes a question
 * mark.
 */
function splitByFont(text: string): { piece: FontSubset; text: string }[] {
  const found: { piece: FontSubset; text: string }[] = [];
  for (const character of text) {
    const last = found.at(-1);
    // A space stays with the preceding run, so that words in one script are shaped together.
    const piece = character === ' ' && last ? last.piece : findSubset(character);
    const written = piece ? character : '?';
    if (last?.piece === (piece ?? 'latin')) last.text += written;
    else found.push({ piece: piece ?? 'latin', text: written });
  }
  return found;
}

type Info = { title: string; author: string; at: Date; compress: boolean };

/** Creates an A4 page. Coordinates are in points from the upper left corner. */
export function createPdfPage({ title, author, at, compress }: Info) {
  const info = { Title: title, Author: author, Creator: 'Dakiya', CreationDate: at };
  const doc = new (loadedLibraries().PdfDocument)({
    size: 'A4',
    margin: 48,
    lang: 'en-IN',
    compress,
    info,
  });
  const bytes: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => bytes.push(chunk));
  const whole = new Promise<Buffer>((done, failed) => {
    doc.on('end', () => done(Buffer.concat(bytes)));
    doc.on('error', failed);
  });

  const applyStyle = (
    { size = 9, weight = 'plain', colour = '#16181D' }: Style,
    piece: FontSubset,
  ) => {
    const file = fontFiles[weight][piece];
    // registerFont accepts an opened font, although its type does not say so.
    const source = loadFont(file) as unknown as PDFKit.Mixins.PDFFontSource;
    return doc.registerFont(file, source).font(file).fontSize(size).fillColor(colour);
  };
  // Texts are aligned by the baseline, because the fonts of one line differ in height.
  const options: PDFKit.Mixins.TextOptions = { baseline: 'alphabetic', features };

  return {
    /** Writes text from `x`, wrapped to `width`. @returns the baseline of the next line */
    write(text: string, [x, y]: [number, number], width: number, style: Style = {}): number {
      const parts = splitByFont(text);
      for (const [i, part] of parts.entries()) {
        const lineOptions = { ...options, width, lineGap: 3, continued: i < parts.length - 1 };
        applyStyle(style, part.piece);
        if (i === 0) doc.text(part.text, x, y, lineOptions);
        else doc.text(part.text, lineOptions);
      }
      return parts.length > 0 ? doc.y : y;
    },
    /** Writes one right-aligned line that ends at `x`. */
    writeUpTo(text: string, [x, y]: [number, number], style: Style = {}): void {
      const parts = splitByFont(text).map((part) => ({
        ...part,
        width: applyStyle(style, part.piece).widthOfString(part.text, { features }),
      }));
      let from = x - parts.reduce((sum, { width }) => sum + width, 0);
      for (const { piece, text: part, width } of parts) {
        applyStyle(style, piece).text(part, from, y, { ...options, lineBreak: false });
        from += width;
      }
    },
    rule(y: number, { colour = '#DDD8CD', width = 0.75 } = {}): void {
      doc.moveTo(48, y).lineTo(547, y).lineWidth(width).strokeColor(colour).stroke();
    },
    finish(): Promise<Buffer> {
      doc.end();
      return whole;
    },
  };
}

export type PdfPage = ReturnType<typeof createPdfPage>;
