import { CsvError, parse } from 'csv-parse/sync';
import { isKnownHeading } from './columns.ts';
import { maxColumns, maxRows } from './contract.browser.ts';
import { decodeText } from './decode-text.ts';
import { ImportFileError, type Sheet } from './sheet.ts';

/** In characters: of a row. A longer one has a quote that is never closed. */
const maxRowLength = 100_000;

/** Above and among the templates: titles, headings, empty rows. */
const maxOtherRows = 1_000;

const delimiters = [',', ';', '\t', '|'];

/** As much as the delimiter is looked for in, in characters. */
const beginning = 64 * 1024;

/**
 * Reads a CSV file. Newlines within quotes stay as they are; a quote within a field without quotes is a character like
 * others.
 *
 * @throws ImportFileError
 */
export function readCsv(bytes: Uint8Array): Sheet {
  const { text, notes } = decodeText(bytes);
  // Excel's own line about the delimiter.
  const [line = '', named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const delimiter = named ?? findDelimiter(text.slice(0, beginning));
  const cells = parseCells(text.slice(line.length), delimiter);
  if (cells.length > maxRows + maxOtherRows) {
    throw new ImportFileError(
      `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several.`,
    );
  }
  const rows = cells.map((one, at) => ({ row: at + 1, cells: one }));
  return { rows: rows.filter((one) => one.cells.some((cell) => cell.trim() !== '')), notes };
}

function parseCells(text: string, delimiter: string): string[][] {
  try {
    const cells = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: maxRowLength,
      to: maxRows + maxOtherRows + 1,
    });
    const wide = cells.findIndex(({ length }) => length > maxColumns);
    if (wide < 0) return cells;
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
    return `A row${where} has more than ${maxRowLength.toLocaleString('en')} characters. Perhaps a quote is never closed.`;
  }
  return `The file cannot be read as CSV${where}.`;
}

/**
 * The delimiter by which most headings are recognised, in the first 20 lines; of several the one that the first line has
 * most of.
 */
function findDelimiter(text: string): string {
  const lines = text
    // Commas within quotes separate nothing, nor do newlines.
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
