/** Why a file cannot be imported, in a sentence for the person who has sent it. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** A row of a sheet: its number as a spreadsheet counts, and its cells as texts. */
export type SheetRow = { row: number; cells: string[] };

/** What a file says, before it is known which column is what. */
export type Sheet = { rows: SheetRow[]; notes: string[] };
