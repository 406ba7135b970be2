import { ImportFileError } from '#domain/dlt/import/contract.browser.ts';
import { decodeText } from '#domain/dlt/import/read-csv.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { mapInSlices, runInSlices } from '#platform/in-slices.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { isErased } from '../../privacy/pseudonym.browser.ts';
import { requireRoomFor, suppress } from '../suppressions.ts';
import {
  maxInvalidRows,
  maxSuppressionFile,
  maxSuppressionRows,
  type SuppressionFileResult,
} from './contract.browser.ts';

/** Numbers per statement, which take PostgreSQL some 20 ms. */
const perStatement = 5_000;

/** A full file takes a second of this process and one of PostgreSQL. Files of an account are processed one at a time. */
const inTurn = ofInstance(() =>
  createFairBudget({
    perCaller: 1,
    total: 2,
    maxWaiting: { perCaller: 2, total: 20 },
    maxWaitMs: 15_000,
  }),
);

const files = createRateLimiter('suppression-files', { points: 60, seconds: 3_600 });

/**
 * Suppresses the numbers of a text file or CSV, one per row. Repeating it adds nothing. Rows without a number are skipped,
 * and named in the result.
 *
 * @throws DomainError `body_too_large`, `rate_limited`, or `invalid_parameter` if it is not text, has too many rows, or the
 *   account would have too many numbers; then no number is added
 */
export async function suppressFile(
  userId: string,
  bytes: Uint8Array,
  reason: string | null,
): Promise<SuppressionFileResult> {
  if (bytes.byteLength > maxSuppressionFile) {
    const message = `The file is larger than ${maxSuppressionFile / 1024 / 1024} MiB. Split it into several.`;
    throw new DomainError('body_too_large', { param: 'file', message });
  }
  requireWithinLimit(await files.consume(userId), {
    message: 'You have uploaded too many files within an hour. Please wait.',
  });
  try {
    return await inTurn(userId, 1, () => suppressAll(userId, decode(bytes), reason));
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    const message =
      'Another file of yours is being read. Send this one again when that is finished.';
    throw new DomainError('rate_limited', { message, retryAfterSeconds: 5 });
  }
}

/** The beginning of HTML or XML tables, which some portals save under other file names. */
const markup = /^\s*(?:<\?xml|<!doctype|<!--|<html|<head|<table|<meta|mime-version:)/i;

function decode(bytes: Uint8Array): string {
  try {
    const { text } = decodeText(bytes);
    if (markup.test(text)) throw new ImportFileError('HTML or XML');
    return text;
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    const message = 'This is not a text file. Save it as CSV, with one number per row.';
    throw new DomainError('invalid_parameter', { param: 'file', message });
  }
}

/** The numbers of a file, in E.164 and without duplicates, and the result of its rows. */
type FileNumbers = Pick<SuppressionFileResult, 'rows' | 'repeated' | 'invalid' | 'invalidRows'> & {
  numbers: string[];
};

/** In characters. A longer cell is not a number, and cells behind this part of a row are not read. */
const maxCell = 100;
const maxLine = 10_000;

/** In characters. A longer row has a quote that is never closed. */
const maxRecord = 100_000;

/** Columns of a row that are read. */
const maxColumns = 50;

/** Rows that determine the separator and the column, besides the first ones. */
const sampleRows = 200;

/** Rows in which the headings are searched; titles may precede them. */
const headingRows = 20;

const separators = [',', ';', '\t', '|'];

/** Headings that only a column of phone numbers has. NFC writes फ़ as two characters. */
const phoneHeading =
  /mobile|phone|msisdn|whats\s?app|\b(?:mob|ph|cell|tel)(?:\b|no\b|num|phone)|मोबाइल|मोबाईल|फ\u093c?ोन|दूरभाष|व्हाट्स/iu;

/** Headings that a column of account or order numbers can have, too. */
const numberHeading = /number|contact|recipient|नंबर|नम्बर|संपर्क|सम्पर्क/iu;

/** “Contact ID”, “contact_id” and “contactId” head a column of ids. */
const idHeading = /(?:^|\s)[iI][dD]$|[a-z]I[dD]$/;

/**
 * Reads a list of numbers: one number per row, or CSV with any usual separator, where the heading and the cells determine
 * the column. Without a heading, a row may also hold several numbers. Yields to other requests.
 *
 * @throws DomainError `invalid_parameter` if it has too many rows, or several columns of which none has numbers
 */
export async function readNumbers(text: string): Promise<FileNumbers> {
  const named = /^"?sep=(.)"?(?=[\r\n]|$)/i.exec(text)?.[1];
  const records = await runInSlices(splitRecords(text, named));
  if (named !== undefined) records.shift();
  const layout = findLayout(records, named);
  const seen = new Set<string>();
  const result: FileNumbers = { numbers: [], rows: 0, repeated: 0, invalid: 0, invalidRows: [] };
  await mapInSlices(records, ({ row, text: record }) => {
    if (isEmpty(record) || row <= layout.headingRow) return;
    result.rows += 1;
    const read = readRow(record, layout);
    for (const number of read.numbers) {
      if (seen.has(number)) result.repeated += 1;
      seen.add(number);
    }
    if (read.problem === null) return;
    result.invalid += 1;
    if (result.invalidRows.length < maxInvalidRows) {
      result.invalidRows.push({ row, detail: read.problem });
    }
  });
  return { ...result, numbers: [...seen] };
}

/** A row of the file, which spans several lines if a quoted cell does. */
type FileRecord = {
  /** The line on which it begins, from 1. */
  row: number;
  text: string;
};

/**
 * Splits a file into its rows. Reads most characters once, and none more than twice: after a quote that is never closed, no
 * other quote opens in the part that was searched.
 *
 * @throws DomainError `invalid_parameter` if it has too many rows: five million empty ones would delay other requests
 */
function* splitRecords(text: string, named: string | undefined): Generator<void, FileRecord[]> {
  const records: FileRecord[] = [];
  const newline = /\r\n|\n|\r/g;
  let row = 1;
  let nextQuote = -1;
  for (let at = 0; at <= text.length; row += 1) {
    newline.lastIndex = at;
    let end = newline.exec(text)?.index ?? text.length;
    if (nextQuote < at) nextQuote = indexOrEnd(text, '"', at);
    if (nextQuote < end) end = findRecordEnd(text, at, named) ?? end;
    const record = text.slice(at, end);
    records.push({ row, text: record });
    // The last row may end with a newline, and the first may be a heading.
    if (records.length > maxSuppressionRows + 2) throw tooManyRows();
    row += record.match(newline)?.length ?? 0;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    yield;
  }
  return records;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/**
 * Finds the first newline outside of quotes. A quote opens at the beginning of a cell, and closes at its end.
 *
 * @returns null if the quotes are not balanced
 */
function findRecordEnd(text: string, from: number, named: string | undefined): number | null {
  const separates = (character: string) => character === named || separators.includes(character);
  let isQuoted = false;
  let beginsCell = true;
  for (let at = from; at < Math.min(text.length, from + maxRecord); at += 1) {
    const character = text[at] as string;
    const next = text[at + 1] ?? '\n';
    if (!isQuoted) {
      if (character === '\n' || character === '\r') return at;
      isQuoted = character === '"' && beginsCell;
      beginsCell = separates(character) || (beginsCell && character === ' ');
    } else if (character === '"') {
      if (next === '"') at += 1;
      else if (separates(next) || /[ \r\n]/.test(next)) isQuoted = false;
      else return null;
    }
  }
  return isQuoted || text.length > from + maxRecord ? null : text.length;
}

type Layout = {
  /** Null if each row is one cell: then no column is chosen. */
  separator: string | null;
  /** Index from 0. */
  column: number;
  /** The row with the headings, from 1; 0 if the first row has a number. */
  headingRow: number;
};

/** How sure the heading makes that a column holds the numbers; columns with equal values are compared by their numbers. */
const certainty = { phone: 2, number: 1, none: 0 };

/**
 * Chooses the separator and the column: of those whose heading names phone numbers, the one with the most numbers in a
 * sample of the rows, unless less than a tenth of its cells are numbers; else of all columns, because ids may look like numbers.
 */
function findLayout(records: FileRecord[], named: string | undefined): Layout {
  const filled = records.filter(({ text }) => !isEmpty(text));
  const step = Math.ceil(filled.length / sampleRows);
  // Of the whole file, because rows sorted by their number begin with the blank ones.
  const sample = filled.filter((_record, at) => at < headingRows || at % step === 0);
  const candidates = named === undefined ? [null, ...separators] : [named];
  const none: Layout = { separator: null, column: 0, headingRow: 0 };
  let best = { ...none, certainty: certainty.none, hits: 0 };
  for (const separator of candidates) {
    const rows = sample.map(({ text }) => split(text, separator));
    const heading = findHeadings(rows);
    const width = Math.min(maxColumns, Math.max(0, ...rows.map(({ length }) => length)));
    for (let column = 0; column < width; column += 1) {
      const cells = rows.slice(heading + 1).map((row) => row[column] ?? '');
      const hits = cells.filter(isNumber).length;
      const isFilled = hits * 10 >= cells.filter((cell) => cell.trim() !== '').length;
      const sure = isFilled ? namesNumbers(rows[heading]?.[column] ?? '') : certainty.none;
      if (hits === 0 || sure < best.certainty) continue;
      if (sure === best.certainty && hits <= best.hits) continue;
      const headingRow = sample[heading]?.row ?? 0;
      best = { separator, column, headingRow, certainty: sure, hits };
    }
  }
  const first = sample[0] ?? { row: 0, text: '' };
  if (best.hits === 0) {
    requireOneColumn(first.text, sample.length);
    return { ...none, headingRow: /\d/.test(first.text) ? 0 : first.row };
  }
  if (best.headingRow > 0) return best;
  const heading = split(first.text, best.separator)[best.column] ?? '';
  return { ...best, headingRow: isHeading(heading) ? first.row : 0 };
}

/** @returns the index of the first row that names a column of numbers and precedes all numbers; −1 if there is none */
function findHeadings(rows: string[][]): number {
  for (const [at, cells] of rows.slice(0, headingRows).entries()) {
    if (cells.some(isNumber)) return -1;
    // A cell with another separator holds the headings of several columns.
    const isSplit = cells.length > 1 || !/[,;\t|]/.test(cells[0] ?? '');
    if (isSplit && cells.some((cell) => namesNumbers(cell) > certainty.none)) return at;
  }
  return -1;
}

function namesNumbers(cell: string): number {
  const heading = cell.normalize('NFC').replaceAll('_', ' ').trim();
  if (!isHeading(heading) || idHeading.test(heading)) return certainty.none;
  if (phoneHeading.test(heading)) return certainty.phone;
  return numberHeading.test(heading) ? certainty.number : certainty.none;
}

/** A table without numbers gets one error instead of one per row. */
function requireOneColumn(first: string, rows: number): void {
  const columns = Math.max(...separators.map((separator) => split(first, separator).length));
  if (columns < 2 || rows < 2) return;
  const message =
    'No column of this file holds Indian mobile numbers. Send a file with one number per row, or with a column “Mobile”.';
  throw new DomainError('invalid_parameter', { param: 'file', message });
}

/** Whether a cell shows that its column holds numbers, even if this one is lost: erased, or shortened by a spreadsheet. */
const isNumber = (cell: string) =>
  'number' in parseIndianMobile(cell) ||
  isErased(cell.trim()) ||
  /^\d[\d.,]*e\+\d+$/i.test(cell.trim());

/** Words with at most a few digits, as in “Mobile (10 digits)”. */
const isHeading = (cell: string) =>
  /\p{L}/u.test(cell) &&
  cell.replaceAll(/\D/g, '').length < 7 &&
  !/\de\+?\d/i.test(cell) &&
  !isErased(cell.trim());

const isEmpty = (record: string) => /^[\s,;|"]*$/.test(record);

/** Splits a row into cells without their quotes, which are ordinary characters if they are not balanced. */
function split(record: string, separator: string | null): string[] {
  if (separator === null) return [record.slice(0, maxCell + 1)];
  const cells: string[] = [];
  const row = record.slice(0, maxLine);
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < row.length; at += 1) {
    const character = row[at] as string;
    if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (character === '"' && isQuoted && row[at + 1] === '"') {
      cell += character;
      at += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (cell.length <= maxCell) cell += character;
  }
  if (isQuoted && row.length === record.length) return row.split(separator);
  cells.push(cell);
  return cells;
}

/**
 * The numbers of a row, and its problem, which does not quote the row, because it may contain anything. If a column is
 * chosen, another cell is never read in its place: it may hold an id, or the number of another person.
 */
function readRow(record: string, layout: Layout): { numbers: string[]; problem: string | null } {
  const cells = splitBySome(record, layout.separator);
  if (layout.headingRow === 0) {
    const all = cells.filter((cell) => cell.trim() !== '').map((cell) => parseIndianMobile(cell));
    if (all.every((one) => 'number' in one)) {
      return { numbers: all.map(({ number }) => number), problem: null };
    }
  }
  const cell = cells[layout.column] ?? '';
  const parsed = parseIndianMobile(cell);
  if ('number' in parsed) return { numbers: [parsed.number], problem: null };
  if (layout.separator === null) {
    const parts = record.slice(0, maxLine).split(/[,;\t|]/, maxColumns);
    const found = parts.map(parseIndianMobile).filter((one) => 'number' in one);
    if (found[0] && found.length === 1) return { numbers: [found[0].number], problem: null };
  }
  return { numbers: [], problem: explainCell(cell, parsed.reason) };
}

function explainCell(cell: string, reason: string): string {
  if (cell.trim() === '') return 'There is no number in this row.';
  return isErased(cell.trim())
    ? 'This number was erased from your account, so that the export no longer contains it.'
    : reason;
}

/** Splits a row by the separator of the file, or by another one if the row has only that. */
function splitBySome(record: string, separator: string | null): string[] {
  const cells = split(record, separator);
  if (separator === null || cells.length > 1) return cells;
  const others = separators.map((other) => split(record, other));
  return others.find(({ length }) => length > 1) ?? cells;
}

function tooManyRows(): DomainError {
  const message = `The file has more than ${formatCount(maxSuppressionRows)} rows. Split it into several.`;
  return new DomainError('invalid_parameter', { param: 'file', message });
}

async function suppressAll(
  userId: string,
  text: string,
  reason: string | null,
): Promise<SuppressionFileResult> {
  const { numbers, ...result } = await readNumbers(text);
  await requireRoomFor(userId, numbers);
  let added = 0;
  for (let from = 0; from < numbers.length; from += perStatement) {
    added += await suppress(userId, numbers.slice(from, from + perStatement), reason);
  }
  return { ...result, added, known: numbers.length - added };
}
