import { byteOrderMark, toCsv } from '#platform/csv.ts';
import { emptyEntry, packPart } from '#platform/zip.ts';
import { allSections } from '../sections/all-sections.ts';
import { readPortion } from '../sections/read-portion.ts';
import type { Row } from '../sections/section.ts';
import { archiveLimits, type ExportFile, type Progress } from './contract.browser.ts';
import type { StoredPart } from './export-rows.ts';

/** What the next portion adds. */
type Written = { progress: Progress; rows: number; parts: StoredPart[] };

/**
 * Reads the next portion of an account's data, and makes the parts of two files of it.
 *
 * @returns null if nothing is left
 */
export async function writePortion(
  userId: string,
  before: Progress,
  limits = archiveLimits,
): Promise<Written | null> {
  const section = allSections[before.section];
  if (!section) return null;
  const { number, rowsInFile } = before;
  const nextSection = { section: before.section + 1, after: null, number: 1, rowsInFile: 0 };
  const isNew = rowsInFile === 0;
  if (sizeOf(before) > limits.bytes) {
    const ended = await addTexts(before, isNew ? null : ['', endOfJson]);
    return { ...ended, progress: { ...ended.progress, ...nextSection, isCut: true }, rows: 0 };
  }
  const { rows, next } = await readPortion(section, userId, before.after);
  if (rows.length === 0 && isNew) {
    return { progress: { ...before, ...nextSection }, rows: 0, parts: [] };
  }
  const filled = rowsInFile + rows.length;
  const isFileFull = filled >= limits.rowsInFile;
  const isLast = next === null || isFileFull;
  const { progress, parts } = await addTexts(isNew ? startFiles(before, section.name) : before, [
    toCsvText(rows, isNew),
    toJsonText(rows, { isNew, isLast }),
  ]);
  const sameSection = isFileFull
    ? { after: next, number: number + 1, rowsInFile: 0 }
    : { after: next, rowsInFile: filled };
  const position = next === null ? nextSection : sameSection;
  const texts = section.name === 'messages' ? addSeen(before.texts, rows) : before.texts;
  return { progress: { ...progress, ...position, texts }, rows: rows.length, parts };
}

/** Rows of messages come in the order of their ids. */
function addSeen(before: Progress['texts'], rows: Row[]): Progress['texts'] {
  const ids = rows.flatMap(({ id, content }) => (content === null ? [] : [String(id)]));
  const [oldestId] = ids;
  const newestId = ids.at(-1);
  if (oldestId === undefined || newestId === undefined) return before;
  const texts = (before?.texts ?? 0) + ids.length;
  return { texts, oldestId: before?.oldestId ?? oldestId, newestId };
}

const sizeOf = ({ files }: Progress) => files.reduce((sum, { packed }) => sum + packed, 0);

/** `csv/messages.csv`, `csv/messages-2.csv` … */
function startFiles(before: Progress, section: string): Progress {
  const name = before.number === 1 ? section : `${section}-${before.number}`;
  const files = [`csv/${name}.csv`, `json/${name}.json`].map(
    (path): ExportFile => ({ ...emptyEntry(path), parts: 0 }),
  );
  return { ...before, files: [...before.files, ...files] };
}

type Texts = [csv: string, json: string];

/** Adds texts to the last two files. */
async function addTexts(before: Progress, texts: Texts | null): Promise<Omit<Written, 'rows'>> {
  const files = [...before.files];
  const parts: StoredPart[] = [];
  for (const [i, text] of (texts ?? []).entries()) {
    const place = files.length - 2 + i;
    const file = files[place];
    if (!file || text === '') continue;
    const [bytes, entry] = await packPart(file, text);
    parts.push({ file: place, part: file.parts, bytes });
    files[place] = { ...entry, parts: file.parts + 1 };
  }
  return { progress: { ...before, files }, parts };
}

const endOfJson = '\n]\n';

function toJsonText(rows: Row[], { isNew, isLast }: { isNew: boolean; isLast: boolean }): string {
  const text = rows.map((row) => JSON.stringify(row)).join(',\n');
  const before = isNew ? '[\n' : rows.length > 0 ? ',\n' : '';
  return `${before}${text}${isLast ? endOfJson : ''}`;
}

function toCsvText(rows: Row[], isNew: boolean): string {
  const cells = rows.map((row) => Object.values(row).map(toCell));
  const [first] = rows;
  if (isNew && first) return byteOrderMark + toCsv([Object.keys(first), ...cells]);
  return cells.length > 0 ? toCsv(cells) : '';
}

function toCell(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
