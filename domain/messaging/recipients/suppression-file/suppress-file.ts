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
import {
  type FileRecord,
  findLayout,
  isEmpty,
  isNumber,
  type Layout,
  maxColumns,
  maxLine,
  separators,
  split,
} from './number-column.ts';

/** Numbers per statement. PostgreSQL inserts this many in about 20 ms. */
const perStatement = 5_000;

/**
 * Limits files that are processed at the same time: one per account, two in total. A file of the maximum size takes one
 * second of this process and one second of PostgreSQL.
 */
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
 * Suppresses the numbers of a text or CSV file. Numbers that are already suppressed do not change, so uploading a file
 * twice is harmless. Rows without a number are skipped and listed in the result.
 *
 * @throws DomainError `body_too_large`, `rate_limited`, or `invalid_parameter` if the file is not text, has too many rows
 *   or no clear column of numbers, or if the account would exceed its limit; in this case no number is added
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

const notText = 'This is not a text file. Save it as CSV, with one number per row.';

/** Matches the beginning of HTML or XML, because some portals save tables as HTML under other file names. */
const markup = /^\s*(?:<\?xml|<!doctype|<!--|<html|<head|<table|<meta|mime-version:)/i;

function decode(bytes: Uint8Array): string {
  try {
    const { text } = decodeText(bytes);
    if (markup.test(text)) throw new ImportFileError('HTML or XML');
    return text;
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    throw new DomainError('invalid_parameter', { param: 'file', message: notText });
  }
}

/** Patterns of text files that are not lists. They give one error for the whole file instead of one per row. */
const otherFormats: [RegExp, string][] = [
  [/^\s*begin:vcard/i, 'These are contacts (vCard). Export them as CSV, with one number per row.'],
  [/^\s*(?:\{\\rtf|%PDF-)/i, notText],
];

function refuseOtherFormats(text: string): void {
  const message = otherFormats.find(([beginning]) => beginning.test(text))?.[1];
  if (message !== undefined) throw new DomainError('invalid_parameter', { param: 'file', message });
}

/** The numbers of a file, in E.164 and without duplicates, and the counts of its rows. */
type FileNumbers = Pick<SuppressionFileResult, 'rows' | 'repeated' | 'invalid' | 'invalidRows'> & {
  numbers: string[];
};

/** Maximum length of a row with quotes, in characters. A longer row has an unclosed quote. */
const maxRecord = 100_000;

/**
 * Reads a list of numbers. The file may have one number per row, or be a JSON array, or be CSV with one of the usual
 * separators. In CSV, headings and cells determine the column. Without headings, a row may also contain several numbers.
 * Yields to other requests.
 *
 * @throws DomainError `invalid_parameter` if the file has too many rows, or no column that clearly has the numbers
 */
export async function readNumbers(file: string): Promise<FileNumbers> {
  refuseOtherFormats(file);
  const text = (listOfJson(file) ?? file).replaceAll(/[\v\f\u0085\u2028\u2029]/g, '\n');
  const named = /^"?sep=(.)"?(?=[\r\n]|$)/i.exec(text)?.[1];
  const records = await runInSlices(splitRecords(text, named));
  if (named !== undefined) records.shift();
  const layout = findLayout(records, named);
  const seen = new Set<string>();
  const result: FileNumbers = { numbers: [], rows: 0, repeated: 0, invalid: 0, invalidRows: [] };
  await mapInSlices(records, ({ row, text: record }) => {
    if (isEmpty(record) || row === layout.headingRow) return;
    const isAbove = row < layout.headingRow;
    // Rows above the headings are titles and are ignored, except rows with a number, so that no number is skipped silently.
    if (isAbove && !split(record, layout.separator).some(isNumber)) return;
    result.rows += 1;
    const read = isAbove ? aboveHeadings : readRow(record, layout);
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

type RowNumbers = { numbers: string[]; problem: string | null };

const aboveHeadings: RowNumbers = {
  numbers: [],
  problem: 'This number is above the row with the headings, so it was not read.',
};

/**
 * Converts a JSON array of numbers to a text with one number per row.
 *
 * @returns null if the text is not JSON, for example `[98765] 43210`
 * @throws DomainError `invalid_parameter` if the JSON is not an array of numbers, or if each row is a JSON object
 */
function listOfJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const items = parseJson(text) ?? parseJson(/^\s*\{.*/.exec(text)?.[0] ?? '');
  if (items === undefined) return null;
  if (Array.isArray(items) && items.every((item) => ['string', 'number'].includes(typeof item))) {
    return items.map((item) => String(item).replaceAll(/\s+/g, ' ')).join('\n');
  }
  const message =
    'This JSON is not an array of numbers, such as ["9876543210"]. Send that, or a text file with one number per row.';
  throw new DomainError('invalid_parameter', { param: 'file', message });
}

/** @returns undefined if the text is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Splits a file into rows, in time that grows linearly with the file even if quotes are not balanced.
 *
 * @throws DomainError `invalid_parameter` if there are too many rows, because for example five million empty rows would
 *   delay other requests
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
    // Two extra records are allowed: the last row may end with a newline, and the first may be a heading.
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
 * Finds the first newline outside of quotes. A quote opens only at the beginning of a cell, and closes only at its end.
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

/**
 * Reads the numbers of a row. `problem` says why a row has none, without quoting the row, because it may contain anything.
 * Without headings, a row may consist of several numbers. Otherwise, if the file has columns, only the cell of the chosen
 * column is read, because other cells may contain an id or the number of another person.
 */
function readRow(record: string, layout: Layout): RowNumbers {
  const cells = splitBySome(record, layout.separator);
  if (!layout.hasHeadings) {
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

/** Splits a row by the file's separator, or by another separator if the row contains only that one. */
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
