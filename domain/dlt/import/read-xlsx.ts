import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { formatCount } from '#domain/shared/format.browser.ts';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import {
  ImportFileError,
  maxColumns,
  maxRows,
  type Sheet,
  type SheetRow,
} from './contract.browser.ts';

/** The limit of spreadsheet programs, in characters. */
const maxCellLength = 32_767;

/** The total of all cells. Many cells can refer to one long text by its number, and could fill any memory when expanded. */
const maxCharacters = 20_000_000;

const maxTexts = 500_000;
const maxOtherRows = 1_000;

/** Entries of the zip file: far more than a spreadsheet has. */
const maxEntries = 1_000;

/** In bytes, of all entries that are read. 10,000 templates have less than 20 MiB of XML. */
const maxInflatedBytes = 40 * 1024 * 1024;

/**
 * Highest compression ratio. Deflate reaches 1,032; XML of spreadsheets reaches some tens. Small entries may have any
 * ratio.
 */
const maxRatio = 200;
const smallEntryBytes = 1024 * 1024;

/** The entries of a zip file by name. `read` gives the bytes of one, in pieces. */
type Archive = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens a zip file that a user has uploaded. Only the entries that are read are inflated, within the limits above: both the
 * declared sizes and the actual sizes are checked.
 *
 * @throws ImportFileError if it is not a zip file, or too large; `read` throws the same
 */
async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await orDamaged(() => fromBufferPromise(buffer, { lazyEntries: true }));
  if (zip.entryCount > maxEntries) throw new ImportFileError('The file has too many parts.');
  const entries = await orDamaged(() => listEntries(zip));
  let left = maxInflatedBytes;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const { uncompressedSize: size, compressedSize } = entry;
      if (entry.isEncrypted()) {
        throw new ImportFileError('The file is protected by a password. Save it without one.');
      }
      if (size > left || (size > smallEntryBytes && size > compressedSize * maxRatio)) {
        throw new ImportFileError('The file is too large once it is unpacked.');
      }
      left -= size;
      // The library aborts a stream that has more bytes than the entry declares.
      const stream = await orDamaged(() => zip.openReadStreamPromise(entry));
      try {
        for await (const chunk of stream) yield chunk as Uint8Array;
      } catch (error) {
        throw toDamaged(error);
      } finally {
        stream.destroy();
      }
    },
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // With two entries of one name, each program may read a different one.
    if (entries.has(entry.fileName)) throw new Error('two entries of one name');
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/** An error of the library means that the file is damaged. */
async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDamaged(error);
  }
}

const toDamaged = (cause: unknown): ImportFileError =>
  cause instanceof ImportFileError
    ? cause
    : new ImportFileError('The file is not an XLSX file, or is damaged.', { cause });

/**
 * Reads a sheet of an XLSX file (ECMA-376). Formulas are not evaluated: their stored values are read.
 *
 * @param name of the sheet; by default the first visible one
 * @throws ImportFileError
 */
export async function readXlsx(bytes: Uint8Array, name?: string): Promise<Sheet> {
  const archive = await openArchive(bytes);
  if (!archive.has('xl/workbook.xml')) {
    throw new ImportFileError('This zip file is not an XLSX file. Save the list as XLSX or CSV.');
  }
  const { path, notes } = await findSheet(archive, name);
  const texts = await readSharedTexts(archive);
  return { rows: await readRows(archive, path, texts), notes };
}

/** The callbacks of `readXml`. They get names without namespace prefixes. */
type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Spreadsheets nest some ten elements, with a few attributes each, and have four elements per cell. */
const maxDepth = 64;
const maxAttributes = 64;
const maxElements = 3_000_000;

/** The longest piece of a document, in bytes, without the end of a tag, text or comment. */
const maxUnended = 1024 * 1024;

const tooMuch = (what: string) =>
  new ImportFileError(
    `A part of the XLSX file has ${what}, which no spreadsheet program writes. Open it in one, and save it as CSV.`,
  );

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document in pieces. Refuses document type declarations and the entities that they define: no spreadsheet has
 * one. Also refuses deeper nesting, more elements, and more or longer attributes than a spreadsheet has.
 *
 * @throws ImportFileError if it is not well-formed
 */
async function readXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({
    position: false,
    xmlns: false,
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  parser.on('doctype', () => {
    throw new ImportFileError(
      'The file has a document type declaration, which no spreadsheet has.',
    );
  });
  parser.on('error', (error) => {
    throw error;
  });
  let [depth, elements, attributeCount, unended] = [0, 0, 0, 0];
  parser.on('opentagstart', () => {
    depth += 1;
    elements += 1;
    attributeCount = 0;
    unended = 0;
    if (depth > maxDepth) throw tooMuch(`more than ${maxDepth} elements within one another`);
    if (elements > maxElements) throw tooMuch('millions of elements');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    unended = 0;
    if (attributeCount > maxAttributes) throw tooMuch(`more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => open?.(withoutPrefix(name), attributes));
  parser.on('text', (one) => text?.(one));
  parser.on('cdata', (one) => text?.(one));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    unended = 0;
    close?.(withoutPrefix(name));
  });
  try {
    for await (const piece of pieces) {
      unended += piece.byteLength;
      parser.write(decoder.decode(piece, { stream: true }));
      if (unended > maxUnended) throw tooMuch('a name, text or comment of a megabyte');
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError('A part of the XLSX file is damaged.', { cause: error });
  }
}

async function findSheet(archive: Archive, wanted: string | undefined) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  await readXml(archive.read('xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag !== 'sheet' || sheets.length === maxColumns) return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const { name = '', state = 'visible' } = attributes;
      // Includes `veryHidden`. Sheets with the lists for drop-downs are hidden and often come first.
      sheets.push({ name, id, isHidden: state !== 'visible' });
    },
  });
  const targets = new Map<string, string>();
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(tag, { Id = '', Target = '', Type = 'worksheet' }) {
      // Excludes sheets that are a chart, a dialog or macros.
      if (tag === 'Relationship' && Type.endsWith('worksheet')) targets.set(Id, Target);
    },
  });
  const tables = sheets.filter(({ id }) => targets.has(id));
  const sheet =
    wanted === undefined
      ? (tables.find(({ isHidden }) => !isHidden) ?? tables[0])
      : tables.find(({ name }) => name === wanted);
  const target = targets.get(sheet?.id ?? '') ?? '';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!sheet || !archive.has(path)) {
    const names = sheets.map(({ name }) => `“${toStorableLine(name, 40)}”`).slice(0, 10);
    throw new ImportFileError(
      wanted === undefined
        ? 'The file has no sheet that can be read.'
        : `The file has no sheet of this name. It has ${names.join(', ') || 'none'}.`,
    );
  }
  const others = sheets.length - 1;
  const notes =
    others > 0 ? [`The sheet “${toStorableLine(sheet.name, 40)}” was read, of ${others + 1}.`] : [];
  return { path, notes };
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The texts that cells refer to by number. Some files have none. */
async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  await readXml(archive.read('xl/sharedStrings.xml'), {
    open(tag) {
      if (tag === 'si') text = '';
      // Skips phonetic readings.
      if (tag === 'rPh') isReading = true;
      isText = tag === 't' && !isReading;
    },
    text(more) {
      if (isText) text = append(text, more);
    },
    close(tag) {
      if (tag === 'rPh') isReading = false;
      isText = false;
      if (tag !== 'si') return;
      if (texts.length === maxTexts) throw new ImportFileError('The file has too many texts.');
      texts.push(decodeEscapes(text));
    },
  });
  return texts;
}

function append(text: string, more: string): string {
  if (text.length + more.length <= maxCellLength) return text + more;
  throw new ImportFileError(`A cell has more than ${formatCount(maxCellLength)} characters.`);
}

async function readRows(archive: Archive, path: string, texts: string[]): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let current: SheetRow = { row: 0, cells: [] };
  let cell = { place: -1, type: '', value: '' };
  let isValue = false;
  let characters = 0;
  await readXml(archive.read(path), {
    open(tag, { r = '', t = 'n' }) {
      if (tag === 'row') current = { row: rowOf(r) ?? current.row + 1, cells: [] };
      if (tag === 'c') {
        cell = { place: r === '' ? cell.place + 1 : placeOf(r), type: t, value: '' };
      }
      isValue = tag === 'v' || tag === 't';
    },
    text(more) {
      if (isValue) cell.value = append(cell.value, more);
    },
    close(tag) {
      isValue = false;
      if (tag === 'c') {
        const value = toText(cell, texts);
        if (value === '') return;
        if (cell.place >= maxColumns) {
          throw new ImportFileError(`The file has more than ${maxColumns} columns.`);
        }
        characters += value.length;
        if (characters > maxCharacters) throw new ImportFileError('The file has too much text.');
        while (current.cells.length < cell.place) current.cells.push('');
        current.cells[cell.place] = value;
      }
      if (tag !== 'row') return;
      cell.place = -1;
      if (!current.cells.some((one) => one.trim() !== '')) return;
      rows.push(current);
      if (rows.length > maxRows + maxOtherRows) {
        throw new ImportFileError(
          `The file has more than ${formatCount(maxRows)} rows. Split it into several.`,
        );
      }
    },
  });
  return rows;
}

/** The limit of spreadsheet programs. */
const maxRowNumber = 1_048_576;

/** The number of a row in the file; undefined if it is missing or not a possible row number. */
function rowOf(reference: string): number | undefined {
  const row = /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  return row >= 1 && row <= maxRowNumber ? row : undefined;
}

/** The index of a cell in its row, from 0: for `C7` it is 2. */
function placeOf(reference: string): number {
  let place = 0;
  for (const letter of reference) {
    const at = letter.charCodeAt(0) - 0x40;
    if (at < 1 || at > 26) break;
    place = Math.min(place * 26 + at, 1e6);
  }
  return Math.max(0, place - 1);
}

function toText({ type, value }: { type: string; value: string }, texts: string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'n') return toNumberText(value);
  return type === 'e' ? '' : decodeEscapes(value);
}

/** A number keeps 15 digits. A longer one is written with an exponent, so that it cannot be mistaken for a complete id. */
function toNumberText(value: string): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  return Number.isInteger(number) && Math.abs(number) >= 1e15
    ? number.toExponential()
    : String(number);
}
