import { ImportFileError } from '#domain/dlt/import/contract.browser.ts';
import { decodeText } from '#domain/dlt/import/read-csv.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
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

/** In characters. A longer cell is not a number, and a longer row not a row of a list. */
const maxCell = 100;
const maxLine = 10_000;

/** Columns of a row that are read. */
const maxColumns = 50;

/** Rows that determine the separator and the column. */
const sampleRows = 200;

const separators = [',', ';', '\t', '|'];

/** Headings of the right column, if several columns contain numbers. */
const numberHeading =
  /mobile|phone|mob\b|contact|msisdn|recipient|number|whatsapp|cell|tel\b|मोबाइल|फ़ोन|फोन|नंबर|नम्बर/i;

/**
 * Reads a list of numbers: one number per row, or CSV with any usual separator, where the heading and the cells determine
 * the column. Without a heading, a row may also hold several numbers. Yields to other requests.
 *
 * @throws DomainError `invalid_parameter` if it has too many rows, or several columns of which none has numbers
 */
export async function readNumbers(text: string): Promise<FileNumbers> {
  requireFewRows(text);
  const lines = text.split(/\r\n|\n|\r/);
  const named = /^"?sep=(.)"?$/i.exec(lines[0] ?? '')?.[1];
  if (named !== undefined) lines[0] = '';
  const layout = findLayout(lines, named);
  const seen = new Set<string>();
  const result: FileNumbers = { numbers: [], rows: 0, repeated: 0, invalid: 0, invalidRows: [] };
  let row = 0;
  await mapInSlices(lines, (line) => {
    row += 1;
    if (isEmpty(line) || row === layout.headingRow) return;
    result.rows += 1;
    const read = readRow(line, layout);
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

type Layout = {
  separator: string | null;
  /** Index from 0. */
  column: number;
  /** Number of the row from 1; null if the first row has a number. */
  headingRow: number | null;
};

/** Chooses the separator and the column in which most of the first rows have a number. The heading decides ties. */
function findLayout(lines: string[], named: string | undefined): Layout {
  const sample: string[] = [];
  let firstRow = 0;
  for (let at = 0; at < lines.length && sample.length < sampleRows; at += 1) {
    const line = lines[at] ?? '';
    if (isEmpty(line)) continue;
    if (sample.length === 0) firstRow = at + 1;
    sample.push(line);
  }
  const [first = ''] = sample;
  const candidates = named === undefined ? [null, ...separators] : [named];
  let best: Layout & { score: number } = { separator: null, column: 0, headingRow: null, score: 0 };
  for (const separator of candidates) {
    const rows = sample.map((line) => split(line, separator));
    const headings = rows[0] ?? [];
    const width = Math.min(maxColumns, Math.max(...rows.map(({ length }) => length)));
    for (let column = 0; column < width; column += 1) {
      const hits = rows.filter((cells) => isNumber(cells[column] ?? '')).length;
      const isNamed = numberHeading.test(headings[column] ?? '');
      const score = hits === 0 ? 0 : hits + (isNamed ? 0.5 : 0);
      if (score > best.score) best = { separator, column, headingRow: null, score };
    }
  }
  if (best.score === 0) {
    requireOneColumn(first, sample);
    return { ...best, headingRow: /\d/.test(first) ? null : firstRow };
  }
  const heading = split(first, best.separator)[best.column] ?? '';
  return { ...best, headingRow: isHeading(heading) ? firstRow : null };
}

/** A table without numbers gets one error instead of one per row. */
function requireOneColumn(first: string, sample: string[]): void {
  const columns = Math.max(...separators.map((separator) => split(first, separator).length));
  if (columns < 2 || sample.length < 2) return;
  const message =
    'No column of this file holds Indian mobile numbers. Send a file with one number per row, or with a column “Mobile”.';
  throw new DomainError('invalid_parameter', { param: 'file', message });
}

const isNumber = (cell: string) => 'number' in parseIndianMobile(cell);

/** Words with at most a few digits, as in “Mobile (10 digits)”. */
const isHeading = (cell: string) =>
  /\p{L}/u.test(cell) && cell.replaceAll(/\D/g, '').length < 7 && !/\de\+?\d/i.test(cell);

const isEmpty = (line: string) => /^[\s,;|"]*$/.test(line);

function split(line: string, separator: string | null): string[] {
  if (separator === null) return [line.slice(0, maxCell + 1)];
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of line.slice(0, maxLine)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (cell.length <= maxCell) cell += character;
  }
  cells.push(cell);
  return cells;
}

/** The numbers of a row, and its problem, which does not quote the row, because it may contain anything. */
function readRow(line: string, layout: Layout): { numbers: string[]; problem: string | null } {
  const cells = split(line, layout.separator);
  const parsed = parseIndianMobile(cells[layout.column] ?? '');
  if (layout.headingRow === null && cells.length > 1) {
    const all = cells.filter((cell) => cell.trim() !== '').map((cell) => parseIndianMobile(cell));
    if (all.every((one) => 'number' in one)) {
      return { numbers: all.map(({ number }) => number), problem: null };
    }
  }
  if ('number' in parsed) return { numbers: [parsed.number], problem: null };
  // A row with a different layout: other columns, or another separator.
  const others = line
    .slice(0, maxLine)
    .split(/[,;\t|]/, maxColumns)
    .map((cell) => parseIndianMobile(cell));
  const found = others.filter((one) => 'number' in one);
  if (found[0] && found.length === 1) return { numbers: [found[0].number], problem: null };
  const isMissing = (cells[layout.column] ?? '').trim() === '';
  return { numbers: [], problem: isMissing ? 'There is no number in this row.' : parsed.reason };
}

/** Counts before splitting, because five million empty rows would delay other requests. */
function requireFewRows(text: string): void {
  let rows = 1;
  for (const newline of ['\n', '\r']) {
    for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) {
      if (newline === '\n' || text[at + 1] !== '\n') rows += 1;
      // The last row may end with a newline, and the first may be a heading.
      if (rows > maxSuppressionRows + 2) throw tooManyRows();
    }
  }
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
