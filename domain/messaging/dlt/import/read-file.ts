import { findColumns, type Layout } from './columns.ts';
import {
  type ImportField,
  type ImportList,
  type ImportOptions,
  listFields,
} from './contract.browser.ts';
import { findOtherFormat } from './other-formats.ts';
import { readCsv } from './read-csv.ts';
import { type EntryRow, readEntries } from './read-entries.ts';
import { type FileRow, readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.ts';
import { ImportFileError, type Sheet, type SheetRow } from './sheet.ts';

/** What a file holds, before it is compared with a registry. */
export type FileContent = {
  columns: Layout['columns'];
  /** If there are any, no row was read. */
  missingFields: ImportField[];
  /** Of a list of templates. */
  rows: FileRow[];
  /** Of a list of headers or entities. */
  entries: EntryRow[];
  notes: string[];
};

const zipStart = [0x50, 0x4b];
const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Reads a portal's export, as CSV or XLSX by its first bytes, not by its name. Pure, and as slow as a hostile file
 * makes it: call `readFileApart`, which ends it in time.
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

/** Exports of headers have columns of their entities too, so a file with columns of both lists headers. */
const otherLists: ImportList[] = ['templates', 'headers', 'entities'];

/** @returns a note if the file has the columns of another list */
function suggestList(sheet: readonly SheetRow[], list: ImportList): string[] {
  const other = otherLists.find(
    (one) =>
      one !== list && findMissing(findColumns(sheet, { list: one, mapping: {} }), one).length === 0,
  );
  return other ? [`It looks like a list of ${other}: import it as such.`] : [];
}

function readSheet(bytes: Uint8Array, name: string | undefined): Promise<Sheet> | Sheet {
  if (bytes.byteLength === 0) throw new ImportFileError('The file is empty.');
  if (startsWith(bytes, zipStart)) return readXlsx(bytes, name);
  const other = findOtherFormat(bytes);
  if (other) throw new ImportFileError(other);
  return readCsv(bytes);
}
