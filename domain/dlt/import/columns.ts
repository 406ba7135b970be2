import { withoutInvisible } from '#domain/shared/characters.browser.ts';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import type { DltCategory, TemplateKind, TemplateStatus } from '../registry/contract.browser.ts';
import {
  type FileColumn,
  type ImportField,
  ImportFileError,
  type ImportList,
  type ImportOptions,
  listFields,
  type SheetRow,
} from './contract.browser.ts';

/**
 * The headings that portals and other importers use for each field, in lower case without punctuation. The first alias that
 * occurs in a file counts. No portal publishes its columns. Some portals use the same heading for different fields. For such a
 * heading, the values in the column determine the field (`valuesOf`).
 */
const aliases: Record<ImportField, string[]> = {
  template_id: [
    ...['templateid', 'dlttemplateid', 'contenttemplateid', 'ctid', 'teid', 'dltteid', 'dltid'],
    ...['dltcontentid', 'contentid'],
  ],
  body: [
    ...['templatecontent', 'contenttemplate', 'templatebody', 'templatemessage', 'templatetext'],
    ...['messagecontent', 'smscontent', 'messagetext', 'content', 'message', 'body', 'text'],
  ],
  name: ['templatename', 'contenttemplatename', 'name', 'title'],
  category: [
    ...['category', 'templatecategory', 'contentcategory', 'communicationtype', 'templatetype'],
    ...['contenttype', 'messagetype', 'type'],
  ],
  kind: [
    ...['kind', 'templatetype', 'contenttype', 'messagetype', 'communicationtype', 'format'],
    ...['encoding', 'type'],
  ],
  status: [
    ...['templatestatus', 'status', 'approvalstatus', 'registrationstatus', 'currentstatus'],
    'state',
  ],
  headers: [
    ...['headers', 'header', 'headername', 'headernames', 'senderid', 'senderids', 'sender', 'cli'],
    ...['linkedheaders', 'approvedheaders', 'headerid', 'headerids'],
  ],
  entity_id: [
    ...['entityid', 'peid', 'principalentityid', 'dltentityid', 'principalid', 'dltpeid'],
    'enterpriseid',
  ],
  entity_name: [
    ...['entityname', 'pename', 'principalentityname', 'principalentity', 'enterprisename'],
    ...['companyname', 'businessname', 'organisationname', 'organizationname'],
  ],
};

/** Headings that mean a field only in this kind of list. They are tried after `aliases`. */
const aliasesOfList: Record<ImportList, Partial<Record<ImportField, string[]>>> = {
  templates: {},
  headers: {
    category: ['headertype', 'headercategory', 'senderidtype', 'senderidcategory'],
    status: ['headerstatus', 'senderidstatus'],
  },
  entities: {
    entity_name: ['name', 'legalname', 'nameofentity'],
    status: ['entitystatus', 'pestatus'],
  },
};

const aliasesFor = (list: ImportList, field: ImportField): string[] => [
  ...aliases[field],
  ...(aliasesOfList[list][field] ?? []),
];

const known = new Set(
  [aliases, ...Object.values(aliasesOfList)].flatMap((one) => Object.values(one).flat()),
);

/** A heading or word in lower case, without spaces and punctuation. */
const toKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const categories: Record<DltCategory, string[]> = {
  promotional: ['promotional', 'promo', 'p'],
  transactional: ['transactional', 'transaction', 'trans', 't'],
  service_implicit: ['serviceimplicit', 'serviceinferred', 'implicit', 'inferred', 'si'],
  service_explicit: ['serviceexplicit', 'explicit', 'se'],
  government: ['government', 'govt', 'gov', 'g'],
};

const kinds: Record<TemplateKind, string[]> = {
  text: ['text', 'english', 'plain', 'normal', 'gsm', 'gsm7'],
  unicode: ['unicode', 'regional', 'ucs2'],
};

/**
 * The words for each status. A cell needs only to begin with the word, because portals write for example `Registered via
 * AIRTEL`.
 */
const statuses: Record<TemplateStatus, string[]> = {
  approved: ['approved', 'active', 'registered', 'live', 'accepted', 'enabled'],
  pending: [
    ...['pending', 'submitted', 'inreview', 'underreview', 'inprocess', 'underprocess'],
    ...['inprogress', 'new', 'draft'],
  ],
  blacklisted: ['blacklisted', 'blocked'],
  inactive: [
    ...['inactive', 'deactivated', 'disabled', 'rejected', 'declined', 'suspended', 'expired'],
    'deleted',
  ],
};

/** @returns the first key of `words` that has a word for which `fits` is true */
function find<T extends string>(
  words: Record<T, string[]>,
  fits: (word: string) => boolean,
): T | undefined {
  return (Object.keys(words) as T[]).find((meaning) => words[meaning].some(fits));
}

export function readCategory(cell: string): DltCategory | undefined {
  const key = toKey(cell);
  return find(categories, (word) => word === key);
}

export function readKind(cell: string): TemplateKind | undefined {
  const key = toKey(cell);
  return find(kinds, (word) => word === key);
}

export function readStatus(cell: string): TemplateStatus | undefined {
  const key = toKey(cell);
  return find(statuses, (word) => key.startsWith(word));
}

/** Characters around an id that make a spreadsheet program treat the id as text: an apostrophe, or `="…"`. */
const guards = /^(?:'|="?)|"$/g;

// `String.trim` does not remove zero-width spaces. A regular expression for spaces at the end would take quadratic time for
// a hostile file.
const trim = (cell: string): string => cell.replace(/[\u200b\u2060]/g, '').trim();

/** An id as the portal shows it, without the characters around it. */
export const cleanId = (cell: string): string => trim(withoutInvisible(cell)).replace(guards, '');

/** A cell as a single line. */
export const cleanLine = (cell: string): string => trim(cell).replace(/\s+/g, ' ');

/** The headers in a cell, separated by spaces, commas, semicolons, bars or slashes. */
export const splitHeaders = (cell: string): string[] => [
  ...new Set(
    withoutInvisible(cell)
      .split(/[\s,;|/]+/)
      .filter((header) => header !== ''),
  ),
];

export const isKnownHeading = (heading: string): boolean => known.has(toKey(heading));

/**
 * In a list of templates, a column with an ambiguous heading has this field if the function is true for at least half of
 * its values.
 */
const valuesOf: Partial<Record<ImportField, (value: string) => boolean>> = {
  category: (value) => readCategory(value) !== undefined,
  kind: (value) => readKind(value) !== undefined,
};

/** How many rows at the beginning are searched for the headings, because exports may begin with a title or a date. */
const maxRowsAbove = 20;

/** How many values of a column are read to decide which field it has. */
const maxLookedAt = 100;

/** A row below the headings. `problem` says why the row cannot be read; null for a readable row. */
export type LayoutRow = {
  row: number;
  cells: string[];
  warnings: string[];
  problem: string | null;
};

/** The field of each column, and the rows below the headings. */
export type Layout = {
  columns: FileColumn[];
  /** The index of each field in the cells of a row. */
  places: Partial<Record<ImportField, number>>;
  rows: LayoutRow[];
};

/** Fields whose cells may contain a comma, or several values. */
const divisible: readonly (ImportField | undefined)[] = ['body', 'name', 'entity_name', 'headers'];

/**
 * Corrects a row of a CSV file that has more cells than there are headings, because a text with commas is not in quotes. If
 * the text is in the last column, its cells are joined again. Otherwise the row gets a `problem`, because it is not clear
 * which cells belong together.
 *
 * @param width the number of headings
 * @param last the field of the last column
 */
function fitToHeadings(
  { row, cells, joinFrom }: SheetRow,
  width: number,
  last: ImportField | undefined,
): LayoutRow {
  const fits = { row, cells, warnings: [], problem: null };
  if (!joinFrom || !cells.slice(width).some((cell) => cell.trim() !== '')) return fits;
  const joined = divisible.includes(last) ? joinFrom(width - 1) : null;
  if (joined === null) {
    const problem = `The row has ${cells.length} cells, but ${width} headings. Put cells that contain the separator into double quotes.`;
    return { ...fits, problem };
  }
  const warning =
    'Its last cell contains the separator and is not in quotes: it was read to the end of the line. Compare it with your portal.';
  return { ...fits, cells: [...cells.slice(0, width - 1), joined], warnings: [warning] };
}

/**
 * Finds the row of headings and the field of each column.
 *
 * @throws ImportFileError if a column of `mapping` does not exist
 */
export function findColumns(
  sheet: readonly SheetRow[],
  { list, mapping: given }: Pick<ImportOptions, 'list' | 'mapping'>,
): Layout {
  const { fields } = listFields[list];
  // Ignores fields that this list does not have: a person may have mapped columns before they chose another list.
  const mapping = Object.fromEntries(
    Object.entries(given).filter(([field]) => fields.includes(field as ImportField)),
  ) as ImportOptions['mapping'];
  const at = findHeadings(sheet, { list, mapping });
  const headings = at < 0 ? [] : (sheet[at]?.cells ?? []);
  const below = sheet.slice(at + 1);
  const valuesAt = (place: number) => findValues(below, place);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  const places: Layout['places'] = {};
  for (const [field, column] of Object.entries(mapping)) {
    if (column !== null) places[field as ImportField] = findMapped(column, headings, width);
  }
  for (const field of fields) {
    if (mapping[field] === null) continue;
    const taken = new Set(Object.values(places));
    const names = aliasesFor(list, field);
    const fits = list === 'templates' ? valuesOf[field] : undefined;
    places[field] ??= findPlace({ field, names, fits }, { headings, taken, valuesAt });
  }
  const fieldAt = (place: number) => fields.find((field) => places[field] === place);
  const lastNamed = headings.findLastIndex((heading) => heading.trim() !== '');
  const lastUsed = Math.max(lastNamed, ...fields.map((field) => places[field] ?? -1));
  const rows = below.map((one) =>
    // Without headings, no row can have more cells than headings.
    lastNamed < 0
      ? { row: one.row, cells: one.cells, warnings: [], problem: null }
      : fitToHeadings(one, lastUsed + 1, fieldAt(lastUsed)),
  );
  const readable = rows.filter(({ problem }) => problem === null);
  const shown = readable.reduce((most, { cells }) => Math.max(most, cells.length), lastUsed + 1);
  const columns = Array.from({ length: shown }, (_, place) => ({
    number: place + 1,
    heading: toStorableLine((headings[place] ?? '').trim(), 200),
    field: fieldAt(place) ?? null,
    samples: findValues(readable, place)
      .slice(0, 3)
      .map((value) => toStorableLine(value, 60)),
  }));
  return { columns, places, rows };
}

/** The first `maxLookedAt` values of a column that are not empty. */
function findValues(rows: readonly { cells: string[] }[], place: number): string[] {
  const values: string[] = [];
  for (const { cells } of rows) {
    const value = cells[place]?.trim();
    if (value) values.push(value);
    if (values.length === maxLookedAt) break;
  }
  return values;
}

/** @returns the index of the row of headings; -1 if the file has no headings */
function findHeadings(
  sheet: readonly SheetRow[],
  { list, mapping }: Pick<ImportOptions, 'list' | 'mapping'>,
): number {
  const wanted = new Set<unknown>(Object.values(mapping));
  const scores = sheet
    .slice(0, maxRowsAbove)
    .map(
      ({ cells }) => cells.filter((cell) => wanted.has(cell.trim()) || isKnownHeading(cell)).length,
    );
  const best = Math.max(0, ...scores);
  const at = Math.max(0, scores.indexOf(best));
  // A caller who gives the column of ids or headers by its number may have a file without headings.
  const column = mapping[listFields[list].needed[0]];
  if (typeof column !== 'number') return at;
  const hasNone = list === 'headers' ? best === 0 : isId(sheet[at]?.cells[column - 1] ?? '');
  return hasNone ? -1 : at;
}

const isId = (cell: string): boolean => /^\d{12,20}$/.test(cleanId(cell));

function findMapped(column: string | number, headings: string[], width: number): number {
  const place =
    typeof column === 'number'
      ? column - 1
      : headings.findIndex((heading) => heading.trim() === column.trim());
  if (place >= 0 && place < width) return place;
  throw new ImportFileError(`The file has no column ${column}.`);
}

type Headings = {
  headings: readonly string[];
  /** The indexes of columns that already have a field. */
  taken: ReadonlySet<number | undefined>;
  valuesAt: (place: number) => string[];
};

type Wanted = {
  field: ImportField;
  /** Headings that mean this field. */
  names: string[];
  fits: ((value: string) => boolean) | undefined;
};

function findPlace(
  { field, names, fits }: Wanted,
  { headings, taken, valuesAt }: Headings,
): number | undefined {
  const isUsable = (place: number) => {
    if (taken.has(place)) return false;
    // A column `Header ID` may contain the numeric ids of headers instead of their names.
    if (field === 'headers') return !isOfIds(valuesAt(place));
    if (!fits) return true;
    const values = valuesAt(place);
    return values.length > 0 && values.filter(fits).length * 2 >= values.length;
  };
  const keys = headings.map(toKey);
  for (const alias of names) {
    const place = keys.findIndex((key, one) => key === alias && isUsable(one));
    if (place >= 0) return place;
  }
  // Aliases of eight or more characters are also recognised within longer headings, such as `Template Content (as
  // approved)`.
  const long = names.filter((alias) => alias.length >= minLengthWithin);
  const place = keys.findIndex(
    (key, one) => !known.has(key) && long.some((alias) => key.includes(alias)) && isUsable(one),
  );
  return place < 0 ? undefined : place;
}

const isOfIds = (values: string[]): boolean => values.length > 0 && values.every(isId);

const minLengthWithin = 8;
