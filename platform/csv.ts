import { type Options, stringify } from 'csv-stringify/sync';

/**
 * Matches the start of a formula after a character that some spreadsheets treat as a cell separator in some locales, even
 * within quotes.
 */
const innerFormula = /([;|\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])/g;

/**
 * Matches a cell that contains only a number in E.164. It is written as `91 98765 43210`: without spaces, a spreadsheet
 * would show 9.19877E+11, and a plus would start a formula. Every spreadsheet reads the spaced form as text, and our imports
 * accept it.
 */
const e164 = /^\+(\d{2})(\d{5})(\d{5})$/;

const options: Options = {
  record_delimiter: 'windows',
  // Also quotes cells with characters that only some programs treat as the end of a cell or line.
  quoted_match: /[\r\n\t;|]/,
  // OWASP, CSV injection: a cell that starts with =, +, -, @, a tab or similar gets an apostrophe.
  escape_formulas: true,
  cast: {
    string: (text) =>
      text.replace(e164, '$1 $2 $3').replaceAll(innerFormula, (_all, before) => `${before}'`),
  },
};

/** Formats rows as CSV (RFC 4180) that spreadsheets display without evaluating formulas. */
export const toCsv = (rows: (string | number | null)[][]): string => stringify(rows, options);

/** The first character of a file, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';
