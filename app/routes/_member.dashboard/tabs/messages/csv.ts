/** What a spreadsheet would take for the beginning of a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell (RFC 4180), made so that a spreadsheet shows it and never computes it. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const tame = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

/** A line of a file of comma-separated values, with its end. */
export const csvLine = (values: (string | number | null)[]) => `${values.map(cell).join(',')}\r\n`;

/** By this mark, spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';
