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
 * Headings of portals' exports and of other importers, in lower case without punctuation. The first alias that a file has
 * counts. No portal publishes its columns, and some use one heading for two fields: then the values decide.
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

/** Headings that mean a field only in such a list; they come after the others. */
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

/** A heading or word without case, spaces and punctuation. */
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

/** A word that begins like one of these has its status: portals write `Registered via AIRTEL`. */
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

/** @returns the first key of `words` with a word for which `fits` is true */
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

/** Characters around an id that make a spreadsheet treat it as text: an apostrophe, or `="…"`. */
const guards = /^(?:'|="?)|"$/g;

/** Zero-width spaces, which `trim` does not remove. */
const withoutWidth = /[\u200b\u2060]/g;

// Not a regular expression for spaces at an end: in a hostile file it would take quadratic time.
const trim = (cell: string): string => cell.replace(withoutWidth, '').trim();

/** An id as the portal shows it, without the characters around it. */
export const cleanId = (cell: string): string => trim(cell).replace(guards, '');

/** A cell as a single line. */
export const cleanLine = (cell: string): string => trim(cell).replace(/\s+/g, ' ');

/** The headers of a cell that names one or several. */
export const splitHeaders = (cell: string): string[] => [
  ...new Set(cell.split(/[\s,;|/]+/).filter((header) => header !== '')),
];

export const isKnownHeading = (heading: string): boolean => known.has(toKey(heading));

/** For ambiguous headings in a list of templates: whether a value shows that the column has this field. */
const valuesOf: Partial<Record<ImportField, (value: string) => boolean>> = {
  category: (value) => readCategory(value) !== undefined,
  kind: (value) => readKind(value) !== undefined,
};

/** Rows that may precede the headings: exports may begin with a title, a date and the like. */
const maxRowsAbove = 20;

/** How many values of a column with an ambiguous heading are read. */
const maxLookedAt = 100;

/** The field of each column, and the rows below the headings. */
export type Layout = {
  columns: FileColumn[];
  /** Index of each field in `SheetRow.cells`. */
  places: Partial<Record<ImportField, number>>;
  rows: SheetRow[];
};

/**
 * Finds the headings and what each column holds.
 *
 * @throws ImportFileError if a column of `mapping` does not exist
 */
export function findColumns(
  sheet: readonly SheetRow[],
  { list, mapping: given }: Pick<ImportOptions, 'list' | 'mapping'>,
): Layout {
  const { fields } = listFields[list];
  // A person may have mapped columns before they chose another list.
  const mapping = Object.fromEntries(
    Object.entries(given).filter(([field]) => fields.includes(field as ImportField)),
  ) as ImportOptions['mapping'];
  const at = findHeadings(sheet, { list, mapping });
  const headings = at < 0 ? [] : (sheet[at]?.cells ?? []);
  const rows = sheet.slice(at + 1);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  const valuesAt = (place: number) => {
    const values: string[] = [];
    for (const { cells } of rows) {
      const value = cells[place]?.trim();
      if (value) values.push(value);
      if (values.length === maxLookedAt) break;
    }
    return values;
  };
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
  const fieldByPlace = new Map(Object.entries(places).map(([field, place]) => [place, field]));
  const columns = Array.from({ length: width }, (_, place) => ({
    number: place + 1,
    heading: toStorableLine((headings[place] ?? '').trim(), 200),
    field: (fieldByPlace.get(place) as ImportField | undefined) ?? null,
    samples: valuesAt(place)
      .slice(0, 3)
      .map((value) => toStorableLine(value, 60)),
  }));
  return { columns, places, rows };
}

/** @returns the index of the row of headings; -1 if there is none */
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
  // If the caller gives the column of ids or headers by its number, the file may have no headings.
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
  /** Indexes of columns that already have a field. */
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
    // A column `Header ID` may have the ids of headers instead of their names.
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
  // `Template Content (as approved)`: long aliases are recognised within longer headings, too.
  const long = names.filter((alias) => alias.length >= minLengthWithin);
  const place = keys.findIndex(
    (key, one) => !known.has(key) && long.some((alias) => key.includes(alias)) && isUsable(one),
  );
  return place < 0 ? undefined : place;
}

const isOfIds = (values: string[]): boolean => values.length > 0 && values.every(isId);

const minLengthWithin = 8;
