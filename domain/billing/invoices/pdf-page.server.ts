import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { ownTurn } from '#platform/in-slices.ts';
import { memoize } from '#platform/memoize.ts';
import { decompressWoff } from './decompress-woff.server.ts';
import { type FontSubset, fontFiles, type Weight } from './fonts.ts';

const { resolve } = createRequire(import.meta.url);

/** How a piece of text looks. */
export type Style = { size?: number; weight?: Weight; colour?: string };

/** Fonts come in pieces, each for some characters; ₹ is among the extended Latin ones. */
const pieces: { name: FontSubset; has: RegExp }[] = [
  { name: 'latin', has: /[\u0020-\u00ff\u2010-\u2027\u20ac]/ },
  { name: 'latin-ext', has: /[\u0100-\u017f\u0218-\u021b\u20b9]/ },
  { name: 'devanagari', has: /[\u0900-\u097f\u200c\u200d]/ },
];

/** Each font is opened once; what is found out about it serves all invoices. */
const fontOf = memoize((file) => create(decompressWoff(readFileSync(resolve(file)))) as Font);

/** As figures in columns have them: of one width. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** A word for each piece. */
const words: Record<FontSubset, string> = { latin: 'Total 1', 'latin-ext': '₹', devanagari: 'कुल' };

/**
 * Opens all fonts, each in a turn of the event loop of its own. The library reads most of a font when it shapes the
 * first text, for up to 30 ms: the first sheet of a process would hold everybody for longer than 100 ms.
 */
export async function openFonts(): Promise<void> {
  for (const files of Object.values(fontFiles)) {
    for (const [piece, file] of Object.entries(files) as [FontSubset, string][]) {
      if (opened.has(file)) continue;
      await ownTurn();
      fontOf(file).layout(words[piece], features);
      opened.add(file);
    }
  }
}

const opened = new Set<string>();

const pieceOf = (character: string) => pieces.find(({ has }) => has.test(character))?.name;

/** Whether there is a font for every character of a text. */
export const hasGlyphsFor = (text: string) => [...text].every((character) => pieceOf(character));

/** The text in stretches of one font each; what none has is a question mark. */
function splitByFont(text: string): { piece: FontSubset; text: string }[] {
  const found: { piece: FontSubset; text: string }[] = [];
  for (const character of text) {
    const last = found.at(-1);
    // A space goes along with what it follows, so that words of one script are shaped together.
    const piece = character === ' ' && last ? last.piece : pieceOf(character);
    const written = piece ? character : '?';
    if (last?.piece === (piece ?? 'latin')) last.text += written;
    else found.push({ piece: piece ?? 'latin', text: written });
  }
  return found;
}

type Info = { title: string; author: string; at: Date; compress: boolean };

/** A sheet of A4 to write on, in points from its upper left corner. */
export function createPdfPage({ title, author, at, compress }: Info) {
  const info = { Title: title, Author: author, Creator: 'Dakiya', CreationDate: at };
  const doc = new PDFDocument({ size: 'A4', margin: 48, lang: 'en-IN', compress, info });
  const bytes: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => bytes.push(chunk));
  const whole = new Promise<Buffer>((done, failed) => {
    doc.on('end', () => done(Buffer.concat(bytes)));
    doc.on('error', failed);
  });

  const look = ({ size = 9, weight = 'plain', colour = '#16181D' }: Style, piece: FontSubset) => {
    const file = fontFiles[weight][piece];
    // An opened font is taken as well, though the types do not say so.
    const source = fontOf(file) as unknown as PDFKit.Mixins.PDFFontSource;
    return doc.registerFont(file, source).font(file).fontSize(size).fillColor(colour);
  };
  // By the baseline, which is the same for all fonts of a line, as their heights are not.
  const options: PDFKit.Mixins.TextOptions = { baseline: 'alphabetic', features };

  return {
    /** Writes from `x` on, in lines of `width`. @returns the baseline of the line below */
    write(text: string, [x, y]: [number, number], width: number, style: Style = {}): number {
      const parts = splitByFont(text);
      for (const [i, part] of parts.entries()) {
        const goesOn = { ...options, width, lineGap: 3, continued: i < parts.length - 1 };
        look(style, part.piece);
        if (i === 0) doc.text(part.text, x, y, goesOn);
        else doc.text(part.text, goesOn);
      }
      return parts.length > 0 ? doc.y : y;
    },
    /** Writes one line that ends at `x`. */
    writeUpTo(text: string, [x, y]: [number, number], style: Style = {}): void {
      const parts = splitByFont(text).map((part) => ({
        ...part,
        width: look(style, part.piece).widthOfString(part.text, { features }),
      }));
      let from = x - parts.reduce((sum, { width }) => sum + width, 0);
      for (const { piece, text: part, width } of parts) {
        look(style, piece).text(part, from, y, { ...options, lineBreak: false });
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
