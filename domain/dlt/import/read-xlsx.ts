import { posix } from 'node:path';
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

/** The maximum length of a cell in spreadsheet programs, in characters. */
const maxCellLength = 32_767;

/**
 * The maximum total of all cells, in characters. Many cells can refer to the same long text by number; the expanded cells could
 * fill any memory.
 */
const maxCharacters = 20_000_000;

const maxTexts = 500_000;
const maxOtherRows = 1_000;

/** The maximum number of entries of the zip file, which is far more than a spreadsheet has. */
const maxEntries = 1_000;

/** The maximum unpacked size of all entries that are read, in bytes. 10,000 templates have less than 20 MiB of XML. */
const maxInflatedBytes = 40 * 1024 * 1024;

/**
 * The maximum compression ratio. Deflate can reach 1,032; the XML of spreadsheets has ratios below 100. Entries of up to
 * `smallEntryBytes` may have any ratio.
 */
const maxRatio = 200;
const smallEntryBytes = 1024 * 1024;

/**
 * The entries of a zip file by name; upper and lower case are equal (ECMA-376-2 §6.2.2.3). `read` yields the unpacked bytes of
 * an entry in pieces, and nothing if there is no such entry.
 */
type Archive = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens a zip file that a user has uploaded. An entry is unpacked only when it is read, and only within the limits above; both
 * declared and actual sizes are checked.
 *
 * @throws ImportFileError if the file is not a zip file, or too large; `read` throws the same error
 */
async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await orDamaged(() => fromBufferPromise(buffer, { lazyEntries: true }));
  if (zip.entryCount > maxEntries) throw new ImportFileError('The file has too many parts.');
  const entries = await orDamaged(() => listEntries(zip));
  let left = maxInflatedBytes;
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
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
    // Rejects files with two entries of the same name, because other programs may read a different entry than we do.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error('two entries of one name');
    entries.set(name, entry);
  }
  return entries;
}

/** Runs a function of the zip library. Any error of the library means that the file is damaged. */
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
 * Reads a sheet of an XLSX file (ECMA-376). Formulas are not evaluated; their stored values are read.
 *
 * @param name the name of the sheet; by default the first visible sheet with rows
 * @throws ImportFileError
 */
export async function readXlsx(bytes: Uint8Array, name?: string): Promise<Sheet> {
  const archive = await openArchive(bytes);
  if (!archive.has('xl/workbook.xml')) {
    throw new ImportFileError('This zip file is not an XLSX file. Save the list as XLSX or CSV.');
  }
  const workbook = await readWorkbook(archive);
  const texts = await readSharedTexts(archive, workbook.textsPath);
  const candidates = findCandidates(workbook, name);
  for (const sheet of candidates) {
    const rows = await readRows(archive, sheet.path, texts);
    if (rows.length === 0) continue;
    const { count } = workbook;
    const notes = count > 1 ? [`The sheet ${quote(sheet)} was read, of ${count}.`] : [];
    return { rows, notes };
  }
  throw new ImportFileError(describeEmpty(workbook, candidates));
}

/** The callbacks of `readXml`. The names in these calls have no namespace prefix. */
type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/**
 * The limits of an XML document. Spreadsheets have about ten levels of elements, a few attributes per element, and four
 * elements per cell.
 */
const maxDepth = 64;
const maxAttributes = 64;
const maxElements = 3_000_000;

/** The maximum number of bytes between the end of one tag or attribute and the end of the next. */
const maxUnended = 1024 * 1024;

const tooMuch = (what: string) =>
  new ImportFileError(
    `A part of the XLSX file has ${what}, which no spreadsheet program writes. Open it in one, and save it as CSV.`,
  );

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document in pieces. Rejects document type declarations, because they can define entities, and no spreadsheet
 * has one. Also rejects deeper nesting, more elements, and more or longer attributes than a spreadsheet has.
 *
 * @throws ImportFileError if the document is not well-formed or exceeds a limit
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

type SheetEntry = { name: string; isHidden: boolean; path: string };

/**
 * `tables` are the sheets with cells, `names` the quoted names of the first ten sheets, `count` the number of all sheets,
 * and `textsPath` the part with the shared texts.
 */
type Workbook = { tables: SheetEntry[]; names: string[]; count: number; textsPath: string };

const quote = ({ name }: { name: string }): string => `“${toStorableLine(name, 40)}”`;

/** Converts a target in the relationships of `xl/workbook.xml` to the name of a part. */
const toPartName = (target: string): string =>
  posix.resolve('/xl', target.replaceAll('\\', '/')).slice(1);

async function readWorkbook(archive: Archive): Promise<Workbook> {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  await readXml(archive.read('xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag !== 'sheet' || sheets.length === maxColumns) return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const { name = '', state = 'visible' } = attributes;
      // `veryHidden` counts as hidden too. Sheets with the lists for drop-downs are hidden, and often come first.
      sheets.push({ name, id, isHidden: state !== 'visible' });
    },
  });
  const paths = new Map<string, string>();
  let textsPath = 'xl/sharedStrings.xml';
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open(tag, { Id = '', Target = '', Type = 'worksheet' }) {
      if (tag !== 'Relationship') return;
      // Ignores sheets that are a chart, a dialog or macros.
      if (Type.endsWith('worksheet')) paths.set(Id, toPartName(Target));
      if (Type.endsWith('sharedStrings')) textsPath = toPartName(Target);
    },
  });
  const tables = sheets.flatMap(({ id, ...sheet }) => {
    const path = paths.get(id);
    return path !== undefined && archive.has(path) ? [{ ...sheet, path }] : [];
  });
  return { tables, names: sheets.map(quote).slice(0, 10), count: sheets.length, textsPath };
}

/**
 * The sheets that may be read, in order; the first of them with rows is read. @throws ImportFileError if there are no such
 * sheets
 */
function findCandidates(
  { tables, names }: Workbook,
  wanted: string | undefined,
): [SheetEntry, ...SheetEntry[]] {
  const visible = tables.filter(({ isHidden }) => !isHidden);
  const usual = visible.length > 0 ? visible : tables;
  const [first, ...others] =
    wanted === undefined ? usual : tables.filter(({ name }) => name === wanted).slice(0, 1);
  if (first) return [first, ...others];
  throw new ImportFileError(
    wanted === undefined
      ? 'The file has no sheet that can be read.'
      : `The file has no sheet of this name. It has ${names.join(', ') || 'none'}.`,
  );
}

function describeEmpty({ tables }: Workbook, empty: SheetEntry[]): string {
  const list = (sheets: SheetEntry[]) => sheets.map(quote).slice(0, 10).join(', ');
  const what =
    empty.length === 1
      ? `The sheet ${list(empty)} has no rows.`
      : `The sheets ${list(empty)} have no rows.`;
  const hidden = tables.filter((sheet) => sheet.isHidden && !empty.includes(sheet));
  return hidden.length === 0
    ? what
    : `${what} Hidden sheets are read only by name: ${list(hidden)}.`;
}

/** Decodes characters that XLSX files write as `_x000D_`, because XML cannot contain them. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Reads the texts to which cells refer by number. Some files have no such texts. */
async function readSharedTexts(archive: Archive, path: string): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has(path)) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  await readXml(archive.read(path), {
    open(tag) {
      if (tag === 'si') text = '';
      // Skips phonetic readings, which Japanese files have.
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

/** The maximum number of rows in spreadsheet programs. */
const maxRowNumber = 1_048_576;

/** Parses the number of a row; undefined if the number is missing or not possible. */
function rowOf(reference: string): number | undefined {
  const row = /^\d{1,7}$/.test(reference) ? Number(reference) : 0;
  return row >= 1 && row <= maxRowNumber ? row : undefined;
}

/** The index of a cell in its row, counted from 0. For `C7` it is 2. */
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

/**
 * Spreadsheet numbers keep 15 digits. Writes a longer number with an exponent, so that users do not mistake it for a complete
 * id.
 */
function toNumberText(value: string): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  return Number.isInteger(number) && Math.abs(number) >= 1e15
    ? number.toExponential()
    : String(number);
}
