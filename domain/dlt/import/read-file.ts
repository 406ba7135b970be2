import { findColumns, type Layout } from './columns.ts';
import {
  type ImportField,
  ImportFileError,
  type ImportList,
  type ImportOptions,
  listFields,
  type Sheet,
  type SheetRow,
} from './contract.browser.ts';
import { readCsv } from './read-csv.ts';
import { type EntryRow, readEntries } from './read-entries.ts';
import { type FileRow, readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.ts';

/** The content of a file, before it is compared with a registry. */
export type FileContent = {
  columns: Layout['columns'];
  /** Required fields for which no column was recognised. If there are any, no row was read. */
  missingFields: ImportField[];
  /** The rows of a list of templates. */
  rows: FileRow[];
  /** The rows of a list of headers or entities. */
  entries: EntryRow[];
  notes: string[];
};

const zipStart = [0x50, 0x4b];
const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Reads a portal's export. Recognises CSV and XLSX by the first bytes and not by the name. The function is pure. A hostile
 * file can make it slow, so call `readFileApart`, which has a time limit.
 *
 * @throws ImportFileError
 */
export async function readFile(bytes: Uint8Array, options: ImportOptions): Promise<FileContent> {
  const { rows: sheet, notes } = await readSheet(bytes, options.sheet);
  if (sheet.length === 0) throw new ImportFileError('The file has no rows.');
  const { list } = options;
  const layout = findColumns(sheet, options);
  const { columns } = layout;
  const missingFields = findMissing(layout, list);
  const empty = { columns, missingFields, rows: [], entries: [] };
  if (missingFields.length > 0) return { ...empty, notes: [...notes, ...suggestList(sheet, list)] };
  return list === 'templates'
    ? { ...empty, rows: readRows(layout, options), notes }
    : { ...empty, entries: readEntries(layout, options), notes };
}

const findMissing = ({ places }: Layout, list: ImportList) =>
  listFields[list].needed.filter((field) => places[field] === undefined);

/**
 * The lists in the order in which they are suggested. Exports of headers also have the columns of entities, so headers come
 * before entities.
 */
const otherLists: ImportList[] = ['templates', 'headers', 'entities'];

/** @returns a note if the file has the columns of another list */
function suggestList(sheet: readonly SheetRow[], list: ImportList): string[] {
  const other = otherLists.find(
    (one) =>
      one !== list && findMissing(findColumns(sheet, { list: one, mapping: {} }), one).length === 0,
  );
  return other ? [`It looks like a list of ${other}: import it as such.`] : [];
}

/** Tells the user what to do with a file in an unsupported format. */
const saveAs = 'Open it in a spreadsheet program, and save it as XLSX or CSV.';

const byBytes = [
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { start: [0x7b, 0x5c, 0x72, 0x74, 0x66], what: 'a text document (RTF)' },
  { start: [0x89, 0x50, 0x4e, 0x47], what: 'a picture' },
  { start: [0xff, 0xd8, 0xff], what: 'a picture' },
  { start: [0x1f, 0x8b], what: 'packed (gzip)' },
  { start: [0x37, 0x7a, 0xbc, 0xaf], what: 'packed (7z)' },
  { start: [0x52, 0x61, 0x72, 0x21], what: 'packed (RAR)' },
  // Excel 2 to 4, before the compound file format.
  ...[0x00, 0x02, 0x04].map((version) => ({
    start: [0x09, version],
    what: 'an .xls file of an old Excel',
  })),
];

const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

/** The stream in a compound file that holds an encrypted XLSX file ([MS-OFFCRYPTO] 2.3.4.4). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** How many bytes of a file are examined. An HTML page may have long styles before its table. */
const beginning = 64 * 1024;

/**
 * Decodes the beginning of a file. The encoding is UTF-16 if the file has that byte order mark or begins with `<` and a NUL
 * byte, else UTF-8.
 */
function toText(bytes: Uint8Array): string {
  const start = bytes.subarray(0, beginning);
  const [first = 0, second = 0] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    return new TextDecoder('utf-16le').decode(start);
  }
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8').decode(start);
}

/**
 * Recognises unsupported formats by the content of the file, not by its name: many portals offer an HTML page as `.xls`.
 *
 * @returns a sentence that says what the file is and what to do; null if the format is not recognised
 */
function findOtherFormat(bytes: Uint8Array): string | null {
  if (startsWith(bytes, compoundFile)) {
    const isLocked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
      encryptedPackage,
    );
    if (isLocked) return 'The file is protected by a password. Save it without one.';
    return `This is an .xls file of an old Excel. ${saveAs}`;
  }
  const other = byBytes.find(({ start }) => startsWith(bytes, start));
  if (other) return `This is ${other.what}. Save the list as XLSX or CSV.`;
  const text = toText(bytes).trimStart();
  if (/^(?:mime-version:|content-type: *multipart\/|from: <saved by)/i.test(text)) {
    return `This is a saved web page (MHTML), not an Excel file. ${saveAs}`;
  }
  if (
    /urn:schemas-microsoft-com:office:spreadsheet/i.test(text) &&
    /<(?:\w+:)?workbook[\s>]/i.test(text)
  ) {
    return `This is an “XML Spreadsheet 2003”, not an XLSX file. ${saveAs}`;
  }
  if (
    /^<(?:!doctype html|html|head|body|table|meta|style|div|center|script)[\s>]/i.test(text) ||
    /<table[\s>]/i.test(text)
  ) {
    return `This is HTML, not an Excel file. ${saveAs}`;
  }
  if (/^<(?:\?xml|[a-z][\w:.-]*[\s>/])/i.test(text)) return `This is XML, not a table. ${saveAs}`;
  return /^[[{]\s*["{]/.test(text) ? `This is JSON, not a table. ${saveAs}` : null;
}

function readSheet(bytes: Uint8Array, name: string | undefined): Promise<Sheet> | Sheet {
  if (bytes.byteLength === 0) throw new ImportFileError('The file is empty.');
  if (startsWith(bytes, zipStart)) return readXlsx(bytes, name);
  const other = findOtherFormat(bytes);
  if (other) throw new ImportFileError(other);
  return readCsv(bytes);
}
