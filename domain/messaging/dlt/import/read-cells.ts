import { toStorableLine } from '#platform/storable-text.browser.ts';
import type { Layout } from './columns.ts';
import { type ImportField, maxRows } from './contract.browser.ts';
import { ImportFileError } from './sheet.ts';
import { cleanLine, readCategory, readKind, readStatus } from './words.ts';

/** Gives the cell of a row that has a field; empty if the file has no column for it. */
export type CellReader = (field: ImportField) => string;

export const createCellReader =
  (places: Layout['places'], cells: readonly string[]): CellReader =>
  (field) => {
    const place = places[field];
    return place === undefined ? '' : (cells[place] ?? '');
  };

/** @throws ImportFileError */
export function requireFewRows(rows: readonly unknown[]): void {
  if (rows.length <= maxRows) return;
  throw new ImportFileError(
    `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several.`,
  );
}

/** As many characters as names may have. */
const maxNameLength = 100;

export const nameWasCut = `Its name is longer than ${maxNameLength} characters and was cut.`;

export function readName(cell: string): { text: string | undefined; isCut: boolean } {
  const characters = [...cleanLine(cell)];
  return {
    text: characters.slice(0, maxNameLength).join('') || undefined,
    isCut: characters.length > maxNameLength,
  };
}

const readWords = [
  {
    field: 'category',
    read: readCategory,
    what: 'category',
    mend: 'Correct it, or say which category to take.',
  },
  {
    field: 'kind',
    read: readKind,
    what: 'type',
    mend: 'Correct it, or say that the file has no types.',
  },
  {
    field: 'status',
    read: readStatus,
    what: 'status',
    mend: 'Correct it, or say that the file has no status.',
  },
] as const;

/** A word that is there and not known must not be taken for one that is missing. */
export const findUnknownWords = (cellOf: CellReader) =>
  readWords.flatMap(({ field, read, what, mend }) => {
    const cell = cleanLine(cellOf(field));
    if (cell === '' || read(cell) !== undefined) return [];
    return [{ field, mend, text: `The ${what} “${toStorableLine(cell, 40)}” is not known.` }];
  });
