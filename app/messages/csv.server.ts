import { type Options, stringify } from 'csv-stringify/sync';

/**
 * Where a text would begin a cell of its own with a formula, in a spreadsheet that parts cells by something else
 * than a comma, as the language of its system has it: our quotes then count for nothing.
 */
const innerFormula = /([;|\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])/g;

const options: Options = {
  record_delimiter: 'windows',
  // Also what only other readers take for the end of a cell or line.
  quoted_match: /[\r\n\t;|]/,
  // OWASP, CSV injection: what begins with =, +, -, @, a tab or the like gets an apostrophe.
  escape_formulas: true,
  cast: { string: (text) => text.replaceAll(innerFormula, "$1'") },
};

/** Lines of a file of comma-separated values (RFC 4180), which a spreadsheet shows and never computes. */
export const toCsv = (rows: (string | number | null)[][]): string => stringify(rows, options);

/** By this mark, spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';
