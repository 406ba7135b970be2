import { withoutInvisible } from '#domain/shared/characters.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import { isErased } from '../../privacy/pseudonym.browser.ts';

/** A row of the file. It spans several lines if a quoted cell contains line breaks. */
export type FileRecord = {
  /** The line on which the row begins, counted from 1. */
  row: number;
  text: string;
};

/**
 * Cells are cut after this many characters, because no number is longer. Only the first `maxLine` characters of a row are
 * read.
 */
const maxCell = 100;
export const maxLine = 10_000;

/** How many columns of a row are read. */
export const maxColumns = 50;

/**
 * The approximate number of sampled rows, in addition to the first `headingRows` rows, to find the separator and the
 * column.
 */
const sampleRows = 200;

/** How many rows are searched for headings, because titles may precede them. */
const headingRows = 50;

/**
 * How many rows with numbers may precede the headings. Titles may contain the number of a helpline; more rows with numbers
 * belong to the list itself.
 */
const maxNumbersAbove = 2;

export const separators = [',', ';', '\t', '|'];

export const isEmpty = (record: string) => /^[\s,;|"]*$/.test(record);

/** Splits a row into cells and removes their quotes. If the quotes are not balanced, they are ordinary characters. */
export function split(record: string, separator: string | null): string[] {
  if (separator === null) return [record.slice(0, maxCell + 1)];
  const cells: string[] = [];
  const row = record.slice(0, maxLine);
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < row.length; at += 1) {
    const character = row[at] as string;
    if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (character === '"' && isQuoted && row[at + 1] === '"') {
      cell += character;
      at += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (cell.length <= maxCell) cell += character;
  }
  if (isQuoted && row.length === record.length) return row.split(separator);
  cells.push(cell);
  return cells;
}

/**
 * Whether a cell shows that its column contains phone numbers. This includes unusable numbers that were erased or that a
 * spreadsheet has shortened.
 */
export const isNumber = (cell: string) =>
  'number' in parseIndianMobile(cell) ||
  isErased(cell.trim()) ||
  /^\d[\d.,]*e\+\d+$/i.test(cell.trim());

/** Whether a cell may be a heading: it has words and fewer than seven digits, as in “Mobile (10 digits)”. */
const isHeading = (cell: string) =>
  /\p{L}/u.test(cell) &&
  cell.replaceAll(/\D/g, '').length < 7 &&
  !/\de\+?\d/i.test(cell) &&
  !isErased(cell.trim());

/**
 * What a heading says about its column.
 * - `phone`: the column has the phone numbers, regardless of its cells
 * - `perhaps`: it may have phone numbers, or names, cities or serial numbers, for example “Contact”, “Destination” and
 *   “Number”
 * - `id`: it has ids, which may look like phone numbers, so it is never chosen
 * - `unknown`: the heading says nothing about numbers
 */
type Meaning = 'phone' | 'perhaps' | 'unknown' | 'id';

const phoneWord =
  /(?:mobiles?|phones?|msisdn|whatsapp)(?:nos?|num|numbers?)?$|^(?:mob|ph|cell|cellular|tel|telephones?|rmn)(?:nos?|num|numbers?)?$/;

/** Abbreviations that mean a phone only if “No.” or “number” follows, as in “M. No.” and “WA number”. */
const abbreviated = /(?<=^| )(?:m|mo|mb|wa) (?=(?:nos?|num|numbers?)(?: |$))/;

/** Words for a phone in the writing systems of India. In Unicode form NFC, फ़ and ਫ਼ are two characters each. */
const phoneInScript = new RegExp(
  [
    ...[
      'मोबा[इई]ल',
      'फ\u093c?ोन',
      'दूरभाष',
      'दूरध्वनी',
      'भ्रमणध्वनी',
      'चलभाष',
      'व्हाट्स',
      'मो ?(?:नं|न|नंबर|क्र)(?: |$)',
    ],
    ...['મોબા[ઇઈ]લ', 'ફોન', 'દૂરભાષ', 'মোবাইল', 'ম বাইল', 'ফোন', 'দূরভাষ'],
    ...[
      'மொபைல்',
      'கைபேசி',
      'கைப்பேசி',
      'அலைபேசி',
      'செல்பேசி',
      'தொலைபேசி',
      'போன்',
      'ஃபோன்',
      'செல் ?(?:எண்|நம்பர்)',
    ],
    ...['మొబైల్', 'ఫోన్', 'చరవాణి', 'దూరవాణి', 'ಮೊಬೈಲ', 'ಫೋನ್', 'ದೂರವಾಣಿ', 'ಚರವಾಣಿ'],
    ...['മൊബൈ', 'ഫോ(?:ൺ|ണ്)', 'ദൂരഭാഷ', 'ਮੋਬਾ[ਇਈ]ਲ', 'ਫ\u0a3c?ੋਨ', 'ਦੂਰਭਾਸ਼', 'ମୋବା[ଇଈ]ଲ', 'ଫୋନ', 'ଦୂରଭାଷ'],
    ...['موبا[ئي]?[يی]?ل', 'فون', 'واٹس ?ایپ'],
  ].join('|'),
  'u',
);

const perhapsWord =
  /^(?:nos|num|numbers?|contacts?|contactnos?|contactnumbers?|recipients?|receivers?|destinations?|dest|addressee|sms)$/;

/** Words for a number or a contact in the writing systems of India. */
const perhapsInScript =
  /नंबर|नम्बर|संपर्क|सम्पर्क|कॉन्टै|कांटे|નંબર|સંપર્ક|নম্বর|নাম্বার|যোগাযোগ|কন্টা|কন্ট্যা|தொடர்பு|நம்பர்|నంబర్|నెంబర్|సంప్రదిం|ನಂಬರ್|ಸಂಪರ್ಕ|നമ്പർ|നമ്പര്|ਨੰਬਰ|ਸੰਪਰਕ|ନମ୍ବର|ଯୋଗାଯୋଗ|ସମ୍ପର୍କ|نمبر|رابط/u;

/** Words in the headings of columns with other numbers, such as “Order No.”, “Account number” and “Mobile ID”. */
const idWord =
  /^(?:ids?|uid|orders?|invoices?|bills?|txns?|trx|transactions?|payments?|receipts?|vouchers?|challans?|bookings?|tickets?|tokens?|pnr|awb|tracking|dockets?|shipments?|ref|reference|serial|sr|sl|sno|roll|policy|loans?|cards?|account|accounts|acc|acct|ac|bank|aadhaar|aadhar|pan|gst|gstin|ifsc|emp|imei|imsi|sim|models?|vehicle|chassis|code|pin|pincode|zip|otp|amount|amt|price|recharge|date|time|year)$/;

/** Words for phones that may belong to another person or a company. */
const otherPhone =
  /^(?:alt|alternate|alternative|secondary|emergency|other|office|landline|helpline|agent|nominee|guardian|ref|reference|referral)$/;

/** Words that may follow the word for a phone, as in “Mobile No. (10 digits)” and “Phone number of customer 1”. */
const afterPhone =
  /^(?:nos?|num|numbers?|n|digits?|only|contact|details?|primary|main|home|work|personal|office|of|the|customers?|users?|members?|students?|parents?|required|mandatory|india|indian|\d+|x+)$/;

/** The beginning of a remark instead of a number, such as “No phone”. */
const remark = /^(?:no|not|non|without|wrong|invalid) /;

function meaningOf(cell: string): Meaning {
  if (!isHeading(cell)) return 'unknown';
  const plain = withoutInvisible(cell)
    .normalize('NFC')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
  const outside = plain.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  const heading = (/\p{L}/u.test(outside) ? outside : plain)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:with|without|incl\w*|in|eg) .*$/, '')
    .replace(/whats app/g, 'whatsapp')
    .replace(abbreviated, 'mobile ');
  if (remark.test(heading)) return 'unknown';
  const words = heading.split(' ');
  const last = words.findLastIndex((word) => phoneWord.test(word));
  if (last >= 0) {
    const tail = words.slice(last + 1);
    if (tail.some((word) => idWord.test(word))) return 'id';
    const isPlain =
      tail.every((word) => afterPhone.test(word)) && !words.some((word) => otherPhone.test(word));
    return isPlain ? 'phone' : 'perhaps';
  }
  if (phoneInScript.test(heading)) return 'phone';
  if (words.some((word) => idWord.test(word))) return 'id';
  const isPerhaps = heading === 'to' || words.some((word) => perhapsWord.test(word));
  return isPerhaps || perhapsInScript.test(heading) ? 'perhaps' : 'unknown';
}

export type Layout = {
  /** Null if each row is one cell, so that there is no column to choose. */
  separator: string | null;
  /** The index of the column with the numbers, counted from 0. */
  column: number;
  /** The row with the headings, counted from 1; 0 if the file has no headings. */
  headingRow: number;
  /** Whether that row has a heading for each column, and is not a title. */
  hasHeadings: boolean;
};

type Column = Layout & {
  heading: string;
  meaning: Meaning;
  /** Number of sampled cells that contain a number. */
  hits: number;
  filled: number;
  /** Number of filled cells that consist of words. */
  words: number;
};

/**
 * Chooses the separator and the column. If a heading names phone numbers, its column is chosen, regardless of the cells. A
 * column whose heading names ids is never chosen, because ids may look like phone numbers. Otherwise the column with the
 * most numbers in a sample of the rows is chosen.
 *
 * @throws DomainError `invalid_parameter` if no column has numbers, or if several may be the right one
 */
export function findLayout(records: FileRecord[], named: string | undefined): Layout {
  const filled = records.filter(({ text }) => !isEmpty(text));
  const step = Math.ceil(filled.length / sampleRows);
  // The sample covers the whole file: if a file is sorted by number, rows without a number come first.
  const sample = filled.filter((_record, at) => at < headingRows || at % step === 0);
  const candidates = named === undefined ? [null, ...separators] : [named];
  const tables = candidates.map((separator) => readColumns(sample, separator));
  const worth = (columns: Column[]) => {
    // If the table has only one column, the heading may be a title.
    const meanings = columns.length > 1 ? columns.map(({ meaning }) => meaning) : [];
    const sure = Math.max(0, ...meanings.map((meaning) => certainty[meaning]));
    const decisive = columns.filter(({ meaning }) => sure < 2 || certainty[meaning] === sure);
    const hits = Math.max(0, ...decisive.map((column) => column.hits));
    return sure * (sample.length + 1) + hits;
  };
  // Of equally good tables, chooses the first: the one without a separator, then by the order of
  // `separators`.
  return choose(
    tables.reduce((one, other) => (worth(other) > worth(one) ? other : one)),
    sample,
  );
}

/**
 * How certain it is that the file uses a separator, if splitting a row by this separator gives a heading with this
 * meaning.
 */
const certainty: Record<Meaning, number> = { phone: 2, perhaps: 1, id: 1, unknown: 0 };

/** Returns the columns of the file if it is split by this separator. */
function readColumns(sample: FileRecord[], separator: string | null): Column[] {
  const rows = sample.map(({ text }) => split(text, separator));
  const heading = findHeadings(rows);
  const below = rows.slice(heading + 1);
  const width = (some: string[][]) => Math.max(0, ...some.map(({ length }) => length));
  const [first = '', ...others] = rows[heading] ?? [];
  const isTitle = others.every((cell) => cell.trim() === '') && width(below) > 1;
  const titles = !isTitle && isSplit([first, ...others]) ? [first, ...others] : [];
  const columns = Array.from({ length: Math.min(maxColumns, width(rows)) }, (_, column) => {
    const cells = below.map((row) => withoutInvisible(row[column] ?? '').trim());
    const filled = cells.filter((cell) => cell !== '');
    const words = filled.filter(
      (cell) => isHeading(cell) && /\p{L}{2}/u.test(cell) && !isMissing(cell),
    );
    return {
      separator,
      column,
      headingRow: sample[heading]?.row ?? 0,
      hasHeadings: titles.length > 0,
      heading: titles[column] ?? '',
      meaning: meaningOf(titles[column] ?? ''),
      hits: filled.filter(isNumber).length,
      filled: filled.length,
      words: words.length,
    };
  });
  // A title that contains the separator may have more cells than the list's rows. The extra columns are dropped.
  // A file that has only headings keeps all its columns.
  const used = below.length === 0 ? columns.length : width(below);
  return columns.filter(({ column, meaning }) => column < used || meaning === 'phone');
}

/**
 * False for a single cell that contains another separator, because it holds the headings of several
 * columns.
 */
const isSplit = (cells: string[]) => cells.length > 1 || !/[,;\t|]/.test(cells[0] ?? '');

/** Whether a cell says that there is no number, for example “N/A” or “not given”. */
const isMissing = (cell: string) =>
  /^(?:n\/?a|nil|null|none|nan|unknown|blank|no|(?:not|un)\s?\w+)$/i.test(cell);

/**
 * Finds the row of headings among the first rows. A row that certainly names phone numbers is preferred to one that perhaps
 * does, and a row with several headings is preferred to a title. Otherwise, the first row is the row of headings if it
 * consists of words.
 *
 * @returns the index of the row; −1 if the file has no headings
 */
function findHeadings(rows: string[][]): number {
  let best = { at: -1, score: 0 };
  let numbersAbove = 0;
  for (const [at, cells] of rows.slice(0, headingRows).entries()) {
    if (cells.some(isNumber)) numbersAbove += 1;
    if (numbersAbove > maxNumbersAbove) break;
    const score = scoreHeadings(cells);
    if (score > best.score && (numbersAbove === 0 || score === bestScore)) best = { at, score };
  }
  if (best.at >= 0) return best.at;
  const first = (rows[0] ?? []).filter((cell) => cell.trim() !== '');
  return first.length > 0 && first.every(isHeading) ? 0 : -1;
}

const bestScore = 4;

/**
 * @returns the likelihood that the row has the headings, from 0 to `bestScore`; 0 if the row names no column of phone
 *   numbers
 */
function scoreHeadings(cells: string[]): number {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (!isSplit(cells) || !filled.every(isHeading)) return 0;
  const meanings = filled.map(meaningOf);
  const named = meanings.includes('phone') ? 2 : meanings.includes('perhaps') ? 1 : 0;
  return named === 0 ? 0 : named + (filled.length > 1 ? 2 : 0);
}

/** Chooses a column of a table, or explains why none can be chosen. */
function choose(columns: Column[], sample: FileRecord[]): Layout {
  const rows = sample.length;
  const byHits = (some: Column[]) => [...some].sort((one, other) => other.hits - one.hits);
  const [phone, ...otherPhones] = byHits(columns.filter(({ meaning }) => meaning === 'phone'));
  if (phone) return requireClear(phone, otherPhones);
  const isOfWords = ({ words, filled }: Column) => words * 2 > filled;
  const named = byHits(
    columns.filter((column) => column.meaning === 'perhaps' && !isOfWords(column)),
  );
  const unknown = byHits(columns.filter(({ meaning, hits }) => meaning === 'unknown' && hits > 0));
  if (named[0]) {
    const isFilled = named[0].hits > 0 && named[0].hits * 10 >= named[0].filled;
    return requireClear(named[0], isFilled ? named.slice(1) : [...named.slice(1), ...unknown]);
  }
  if (unknown[0]) {
    const isOneRowOfNumbers = rows === 1 && columns.every(({ hits, filled }) => hits === filled);
    return isOneRowOfNumbers ? unknown[0] : requireClear(unknown[0], unknown.slice(1));
  }
  return chooseWithoutNumbers(columns, sample);
}

/**
 * @throws DomainError that lists the columns, if another column has more than half as many phone numbers as the best column
 */
function requireClear(best: Column, others: Column[]): Layout {
  const rivals = others.filter(({ hits }) => hits > 0 && hits * 2 > best.hits);
  if (rivals.length === 0) return best;
  const list = [best, ...rivals]
    .sort((one, other) => one.column - other.column)
    .slice(0, 5)
    .map(nameColumn);
  throw refused(
    `Several columns of this file may be the mobile numbers: ${list.join(', ')}. Give only the right one the heading “Mobile”, or send a file with one number per row.`,
  );
}

function nameColumn({ column, heading }: Column): string {
  const title = toStorableLine(heading.trim(), 40);
  return title === '' ? `column ${column + 1}` : `column ${column + 1} (“${title}”)`;
}

/**
 * Handles a file in which no column has phone numbers. A file with one column is read anyway, so that the result gives a
 * reason for each row. For a table, throws a single error.
 */
function chooseWithoutNumbers(columns: Column[], sample: FileRecord[]): Layout {
  const first = sample[0] ?? { row: 0, text: '' };
  const isTable = separators.some((separator) => split(first.text, separator).length > 1);
  if (!isTable || sample.length < 2) {
    const headingRow = columns[0]?.headingRow ?? 0;
    return { separator: null, column: 0, headingRow, hasHeadings: headingRow > 0 };
  }
  const ids = columns.filter(({ hits }) => hits > 0).map(nameColumn);
  if (ids.length > 0) {
    throw refused(
      `Only ${ids.join(', ')} has numbers that could be mobile numbers, and its heading names others. If it has the mobile numbers, give it the heading “Mobile”.`,
    );
  }
  throw refused(
    'No column of this file holds Indian mobile numbers. Send a file with one number per row, or with a column “Mobile”.',
  );
}

const refused = (message: string) =>
  new DomainError('invalid_parameter', { param: 'file', message });
