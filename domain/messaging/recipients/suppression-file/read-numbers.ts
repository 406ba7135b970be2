import { DomainError, errorCatalogue } from '#domain/shared/errors.ts';
import { parseIndianMobile } from '#domain/shared/phone-number.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { maxInvalidRows, maxSuppressionRows, type SuppressionFileResult } from './contract.ts';

/** The numbers of a file, in E.164 and each once, and what is to be said of its rows. */
type FileNumbers = Pick<SuppressionFileResult, 'rows' | 'repeated' | 'invalid' | 'invalidRows'> & {
  numbers: string[];
};

/** The first cell of a row, as CSV with any separator has it. */
const firstCell = /^\s*"?([^",;\t]{0,100})/;

const rounded = /^\d(?:\.\d+)?E\+?\d+$/i;

/**
 * Reads the first column of a text file. A first row without digits is a heading. Yields to other requests.
 *
 * @throws DomainError `invalid_parameter` if it has too many rows
 */
export async function readNumbers(text: string): Promise<FileNumbers> {
  requireFewRows(text);
  const seen = new Set<string>();
  const result: FileNumbers = { numbers: [], rows: 0, repeated: 0, invalid: 0, invalidRows: [] };
  let row = 0;
  await mapInSlices(text.split(/\r\n|\n|\r/), (line) => {
    row += 1;
    if (line.trim() === '' || (row === 1 && !/\d/.test(line))) return;
    result.rows += 1;
    const typed = firstCell.exec(line)?.[1]?.trim() ?? '';
    const parsed = parseIndianMobile(typed);
    if ('number' in parsed) {
      if (seen.has(parsed.number)) result.repeated += 1;
      seen.add(parsed.number);
      return;
    }
    result.invalid += 1;
    if (result.invalidRows.length === maxInvalidRows) return;
    const detail = rounded.test(typed)
      ? 'A spreadsheet has rounded this number: format its column as text.'
      : errorCatalogue[parsed.error];
    result.invalidRows.push({ row, detail });
  });
  return { ...result, numbers: [...seen] };
}

/** Counts before it splits: five million empty rows would hold up other requests. */
function requireFewRows(text: string): void {
  let rows = 1;
  for (const newline of ['\n', '\r']) {
    for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) {
      if (newline === '\n' || text[at + 1] !== '\n') rows += 1;
      // The last row may end with a newline, and the first be a heading.
      if (rows > maxSuppressionRows + 2) throw tooManyRows();
    }
  }
}

function tooManyRows(): DomainError {
  const message = `The file has more than ${maxSuppressionRows.toLocaleString('en')} rows. Split it into several.`;
  return new DomainError('invalid_parameter', { param: 'file', message });
}
