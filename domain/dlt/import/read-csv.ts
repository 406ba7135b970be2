import { CsvError, parse } from 'csv-parse/sync';
import { formatCount } from '#domain/shared/format.browser.ts';
import { isKnownHeading } from './columns.ts';
import { ImportFileError, maxColumns, maxRows, type Sheet } from './contract.browser.ts';

/** The maximum length of a row in characters. A longer row probably has a quote that is never closed. */
const maxRowLength = 100_000;

/** How many rows a file may have besides `maxRows`: titles, headings and empty rows. */
const maxOtherRows = 1_000;

const delimiters = [',', ';', '\t', '|'];

/** The length of the part of the text in which the delimiter is searched, in characters. */
const beginning = 64 * 1024;

/** The code points of the Windows-1252 bytes 0x80 to 0x9f (https://encoding.spec.whatwg.org/index-windows-1252.txt). */
const windows1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152,
  0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122,
  0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * Recognises UTF-16 without a byte order mark. Headings, digits and commas are ASCII, so nearly every second byte is
 * NUL. Examines the first 64 bytes: either at the even or at the odd positions, at least 60 % of the bytes must be NUL;
 * at the other positions, none may be NUL.
 */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.subarray(0, 64);
  const pairs = Math.floor(start.length / 2);
  if (pairs < 2) return null;
  const nulsAt = (odd: 0 | 1) =>
    start.filter((byte, at) => at < 2 * pairs && at % 2 === odd && byte === 0).length;
  if (nulsAt(1) >= 0.6 * pairs && nulsAt(0) === 0) return 'utf-16le';
  return nulsAt(0) >= 0.6 * pairs && nulsAt(1) === 0 ? 'utf-16be' : null;
}

/**
 * Decodes a text file. The byte order mark gives the encoding; without one, the encoding is UTF-16 if the bytes look like
 * it, else UTF-8 if the bytes are valid, else Windows-1252, in which Excel saves "CSV" files.
 *
 * @returns the text without the byte order mark, and a note if the file was read as Windows-1252
 * @throws ImportFileError if the file is not text
 */
export function decodeText(bytes: Uint8Array): { text: string; notes: string[] } {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  const text = decode(bytes, mark?.encoding ?? guessUtf16(bytes) ?? 'utf-8');
  if (text !== null) return { text: requireText(text), notes: [] };
  if (mark)
    throw new ImportFileError('The file is damaged: it is not in the encoding that it names.');
  const units = Uint16Array.from(bytes, (byte) =>
    byte < 0x80 || byte > 0x9f ? byte : (windows1252[byte - 0x80] as number),
  );
  const note =
    'The file is not in UTF-8 and was read as Windows-1252, which has no Hindi. Check letters with accents, quotes and dashes.';
  return { text: requireText(new TextDecoder('utf-16le').decode(units)), notes: [note] };
}

/** @returns null if the bytes are not valid in this encoding */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function requireText(text: string): string {
  if (text.includes('\0')) {
    throw new ImportFileError(
      'This is not a CSV file: it contains NUL characters. Save it as CSV or XLSX.',
    );
  }
  // MS-DOS programs, which some businesses still use, end a text file with the character Ctrl-Z. Some fill the last
  // block of the file with this character.
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '\u001a') end -= 1;
  return end < trimmed.length ? trimmed.slice(0, end) : text;
}

/**
 * Reads a CSV file. Newlines within quotes are kept. A quote within an unquoted cell is an ordinary character.
 *
 * @throws ImportFileError
 */
export function readCsv(bytes: Uint8Array): Sheet {
  const { text, notes } = decodeText(bytes);
  // The first line may name the delimiter, for example `sep=;`. Excel understands this line.
  const [line = '', named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const delimiter = named ?? findDelimiter(text.slice(0, beginning));
  const records = parseRecords(text.slice(line.length), delimiter);
  if (records.length > maxRows + maxOtherRows) {
    throw new ImportFileError(
      `The file has more than ${formatCount(maxRows)} rows. Split it into several.`,
    );
  }
  const rows = records.map(({ raw, record: cells }, at) => ({
    row: at + 1,
    cells,
    joinFrom(place: number): string | null {
      // If one of these cells is in quotes, the raw line does not end with the joined cells, because it has the quotes.
      if (!raw.replace(/[\r\n]+$/, '').endsWith(cells.slice(place).join(delimiter))) return null;
      const last = cells.findLastIndex((cell) => cell.trim() !== '');
      return cells.slice(place, last + 1).join(delimiter);
    },
  }));
  return { rows: rows.filter((one) => one.cells.some((cell) => cell.trim() !== '')), notes };
}

type CsvRecord = { raw: string; record: string[] };

function parseRecords(text: string, delimiter: string): CsvRecord[] {
  try {
    // The library's type declaration does not cover the option `raw`, which changes the result.
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: maxRowLength,
      to: maxRows + maxOtherRows + 1,
      raw: true,
    }) as unknown as CsvRecord[];
    const wide = records.findIndex(({ record }) => record.length > maxColumns);
    if (wide < 0) return records;
    throw new ImportFileError(`Row ${wide + 1} has more than ${maxColumns} columns.`);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportFileError(describe(error));
  }
}

function describe({ code, lines }: CsvError & { lines?: number }): string {
  const where = lines === undefined ? '' : ` near line ${lines}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote is opened${where} and never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `A row${where} has more than ${formatCount(maxRowLength)} characters. Perhaps a quote is never closed.`;
  }
  return `The file cannot be read as CSV${where}.`;
}

/**
 * Finds the delimiter that gives the most known headings in one of the first 20 lines. If several delimiters give the same
 * number, returns the most frequent of these in the first line.
 */
function findDelimiter(text: string): string {
  const lines = text
    // Removes commas and newlines within quotes, because they are not separators.
    .replace(/"[^"]*(?:"|$)/g, (quoted) => quoted.replace(/[^\w ]/g, ''))
    .split(/\r\n|\n|\r/, 20);
  const scored = delimiters.map((delimiter) => {
    const headings = lines.map((line) => line.split(delimiter).filter(isKnownHeading).length);
    const inFirst = (lines.find((line) => line.trim() !== '') ?? '').split(delimiter).length;
    return { delimiter, headings: Math.max(0, ...headings), inFirst };
  });
  const [best] = scored.toSorted((a, b) => b.headings - a.headings || b.inFirst - a.inFirst);
  return best?.delimiter ?? ',';
}
