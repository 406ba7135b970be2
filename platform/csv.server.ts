import { type Options, stringify } from 'csv-stringify/sync';

/**
 * A formula after a character that some spreadsheets treat as a cell separator, depending on the system's
 * locale. They ignore our quotes there.
 */
const innerFormula = /([;|\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])/g;

const options: Options = {
  record_delimiter: 'windows',
  // Quotes also what only other readers treat as the end of a cell or line.
  quoted_match: /[\r\n\t;|]/,
  // OWASP, CSV injection: a cell that begins with =, +, -, @, a tab or similar gets an apostrophe.
  escape_formulas: true,
  cast: { string: (text) => text.replaceAll(innerFormula, "$1'") },
};

/** Formats rows as CSV (RFC 4180); spreadsheets display them and never evaluate them. */
export const toCsv = (rows: (string | number | null)[][]): string => stringify(rows, options);

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';
