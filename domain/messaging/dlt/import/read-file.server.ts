import { findColumns, type Layout } from './columns.ts';
import { type ImportField, type ImportOptions, neededFields } from './contract.ts';
import { readCsv } from './read-csv.ts';
import { type FileRow, readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.server.ts';
import { ImportFileError, type Sheet } from './sheet.ts';

/** What a file holds, before it is compared with a registry. */
export type FileContent = {
  columns: Layout['columns'];
  /** If there are any, no row was read. */
  missingFields: ImportField[];
  rows: FileRow[];
  notes: string[];
};

const zipStart = [0x50, 0x4b];
const notTables = [
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an .xls file of an old Excel' },
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
];

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Reads a portal's export, of CSV or XLSX by its first bytes, whatever its name is. Pure, and as slow as a hostile file
 * makes it: call `readFileApart`, which ends it in time.
 *
 * @throws ImportFileError
 */
export async function readFile(bytes: Uint8Array, options: ImportOptions): Promise<FileContent> {
  const { rows: sheet, notes } = await readSheet(bytes, options.sheet);
  if (sheet.length === 0) throw new ImportFileError('The file has no rows.');
  const layout = findColumns(sheet, options.mapping);
  const { columns, places } = layout;
  const missingFields = neededFields.filter((field) => places[field] === undefined);
  const rows = missingFields.length > 0 ? [] : readRows(layout, options);
  return { columns, missingFields, rows, notes };
}

function readSheet(bytes: Uint8Array, name: string | undefined): Promise<Sheet> | Sheet {
  if (bytes.byteLength === 0) throw new ImportFileError('The file is empty.');
  if (startsWith(bytes, zipStart)) return readXlsx(bytes, name);
  const other = notTables.find(({ start }) => startsWith(bytes, start));
  if (other) throw new ImportFileError(`This is ${other.what}. Save the list as XLSX or CSV.`);
  return readCsv(bytes);
}
