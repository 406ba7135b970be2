import { type Options, stringify } from 'csv-stringify/sync';

/**
 * A formula after a character that some spreadsheets treat as a cell separator, depending on the system's
 * locale. They ignore our quotes there.
 */
const innerFormula = /([;|\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])/g;

/**
 * A cell that contains only a number in E.164. It is written as `91 98765 43210`: without spaces a spreadsheet shows
 * 9.19877E+11, and with the plus it reads a formula. In this form every spreadsheet reads text, and our imports accept it.
 */
const e164 = /^\+(\d{2})(\d{5})(\d{5})$/;

const options: Options = {
  record_delimiter: 'windows',
  // Also quotes characters that only some readers treat as the end of a cell or line.
  quoted_match: /[\r\n\t;|]/,
  // OWASP, CSV injection: a cell that begins with =, +, -, @, a tab or similar gets an apostrophe.
  escape_formulas: true,
  cast: {
    string: (text) =>
      text.replace(e164, '$1 $2 $3').replaceAll(innerFormula, (_all, before) => `${before}'`),
  },
};

/** Formats rows as CSV (RFC 4180); spreadsheets display them and never evaluate them. */
export const toCsv = (rows: (string | number | null)[][]): string => stringify(rows, options);

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';
