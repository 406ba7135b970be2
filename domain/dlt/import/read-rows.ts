import { formatCount } from '#domain/shared/format.browser.ts';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import {
  type DltCategory,
  hasUsualLength,
  type TemplateKind,
  type TemplateStatus,
} from '../registry/contract.browser.ts';
import { entityInput, templateInput } from '../registry/inputs.browser.ts';
import {
  findTemplateRisks,
  maxBodyLength,
  parseTemplate,
} from '../registry/parse-template.browser.ts';
import {
  cleanId,
  cleanLine,
  type Layout,
  type LayoutRow,
  readCategory,
  readKind,
  readStatus,
  splitHeaders,
} from './columns.ts';
import {
  type ImportField,
  ImportFileError,
  type ImportOptions,
  maxCharacters,
  maxRows,
} from './contract.browser.ts';

/** A template as a file describes it. Values that the file does not give are undefined. */
export type FileTemplate = {
  template_id: string;
  body: string;
  /**
   * The length of the body in code points, as PostgreSQL counts it. The separate process that reads the file counts the
   * code points, because all bodies together may have 20 million characters.
   */
  characters: number;
  name: string | undefined;
  category: DltCategory | undefined;
  kind: TemplateKind | undefined;
  status: TemplateStatus | undefined;
  headers: string[] | undefined;
  entity_id: string | undefined;
  entity_name: string | undefined;
};

/** A row: its template, or the reason why the row has no template. */
export type FileRow = {
  row: number;
  templateId: string | null;
  warnings: string[];
} & (
  | { template: FileTemplate }
  | { template: null; outcome: 'invalid' | 'unclear' | 'repeated'; detail: string }
);

const maxWarnings = 8;

/**
 * Placeholders for values that may come from the registry later. With them, the usual registration rules can check the
 * other values of a row.
 */
const decidedLater = { entity_id: '000000000000', category: 'government', name: '?' } as const;

/** Returns the cell of a row that has a field; an empty string if the file has no column for the field. */
export type CellReader = (field: ImportField) => string;

export const createCellReader =
  (places: Layout['places'], cells: readonly string[]): CellReader =>
  (field) => {
    const place = places[field];
    return place === undefined ? '' : (cells[place] ?? '');
  };

/** @throws ImportFileError */
export function requireFewRows(rows: readonly unknown[]): void {
  if (rows.length <= maxRows) return;
  throw new ImportFileError(
    `The file has more than ${formatCount(maxRows)} rows. Split it into several.`,
  );
}

/** The maximum length of a registered name, in characters. */
const maxNameLength = 100;

export const nameWasCut = `Its name is longer than ${maxNameLength} characters and was cut.`;

export function readName(cell: string): { text: string | undefined; isCut: boolean } {
  const characters = [...cleanLine(cell)];
  return {
    text: characters.slice(0, maxNameLength).join('') || undefined,
    isCut: characters.length > maxNameLength,
  };
}

const readWords = [
  {
    field: 'category',
    read: readCategory,
    what: 'category',
    mend: 'Correct it, or say which category to take.',
  },
  {
    field: 'kind',
    read: readKind,
    what: 'type',
    mend: 'Correct it, or say that the file has no types.',
  },
  {
    field: 'status',
    read: readStatus,
    what: 'status',
    mend: 'Correct it, or say that the file has no status.',
  },
] as const;

/**
 * Finds the cells of category, type and status that have an unknown word. Such a cell must not be treated like an empty
 * cell.
 */
export const findUnknownWords = (cellOf: CellReader) =>
  readWords.flatMap(({ field, read, what, mend }) => {
    const cell = cleanLine(cellOf(field));
    if (cell === '' || read(cell) !== undefined) return [];
    return [{ field, mend, text: `The ${what} “${toStorableLine(cell, 40)}” is not known.` }];
  });

/**
 * Reads the rows of a list of templates, without comparing them with the registry. Rows with the same template are merged
 * into the first of these rows, because some exports have one row per header.
 *
 * @throws ImportFileError if there are too many rows
 */
export function readRows({ places, rows }: Layout, options: ImportOptions): FileRow[] {
  requireFewRows(rows);
  const first = new Map<string, { row: number; template: FileTemplate }>();
  let characters = 0;
  return rows.map(({ row, cells, ...found }) => {
    const cellOf = createCellReader(places, cells);
    const read = readRow({ row, ...found }, cellOf, options);
    if (!read.template) return read;
    const earlier = first.get(read.template.template_id);
    if (earlier) return mergeInto(earlier, { ...read, template: read.template });
    first.set(read.template.template_id, { row, template: read.template });
    characters += read.template.characters;
    if (characters > maxCharacters) throw new ImportFileError(tooManyCharacters);
    return read;
  });
}

const tooManyCharacters = `The texts of the file have more than ${formatCount(maxCharacters)} characters together, the most that an account may have.`;

/**
 * `<br>` in all forms that exports use: with a slash or attributes, with escaped brackets, as `</br>`, or as both tags. The
 * pattern includes a newline after the tag.
 */
const lineBreakTag = (() => {
  const attributes = '(?:\\s(?:[^<>&]|&quot;|&#39;){0,100}?)?';
  const opening = `(?:<|&lt;)br${attributes}/?(?:>|&gt;)`;
  const closing = '(?:<|&lt;)/br ?(?:>|&gt;)';
  return new RegExp(`(?:${opening}(?:${closing})?|${closing})(?:\\r\\n|\\n|\\r)?`, 'gi');
})();

const characterNames: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes HTML entities in one pass, so that `&amp;lt;` becomes `&lt;`. Unknown entities are kept. */
const decodeHtml = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (all, name, number, hex) => {
      if (name !== undefined) return characterNames[(name as string).toLowerCase()] as string;
      const point = number === undefined ? Number.parseInt(hex, 16) : Number(number);
      if (point === 0xa0) return ' ';
      const isCharacter = point > 0x1f && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : all;
    },
  );

/**
 * Reads the text of a template from a cell. Some exports write the text as HTML. A DLT text cannot contain `<`, so `<br>`
 * is certainly a line break, and entities in the same text are certainly HTML.
 *
 * @returns the body, and warnings about differences that the user should compare with the portal
 */
function readBody(
  cell: string,
  { strip_trailing, strip_leading, plain_newlines, decode_html }: ImportOptions,
): { body: string; notes: string[] } {
  const withBreaks = cell.replace(lineBreakTag, '\n');
  const isHtml = withBreaks !== cell;
  let body = isHtml || decode_html ? decodeHtml(withBreaks) : withBreaks;
  if (plain_newlines) body = body.replace(/\r\n?/g, '\n');
  if (strip_leading) body = body.replace(/^[ \t\u00a0]+/gm, '');
  if (strip_trailing) body = body.trimEnd();
  const notes = [
    ...(isHtml ? ['Each <br> in it was read as a line break: compare it with your portal.'] : []),
    ...(body.includes('\r')
      ? [
          'Its line breaks are those of Windows. Messages may have either kind, and are sent with those of the template. If only the export has them, `plain_newlines` changes them to newlines.',
        ]
      : []),
  ];
  return { body, notes };
}

function readRow(
  { row, ...layout }: Pick<LayoutRow, 'row' | 'warnings' | 'problem'>,
  cellOf: CellReader,
  options: ImportOptions,
): FileRow {
  const { category } = options;
  const id = cleanId(cellOf('template_id'));
  const at = { row, templateId: id === '' ? null : toStorableLine(id, 40), warnings: [] };
  if (layout.problem !== null) {
    return { ...at, template: null, outcome: 'invalid', detail: layout.problem };
  }
  const unknown = findUnknownWords(cellOf);
  const [unclear] = unknown.filter(({ field }) => !(field === 'category' && category));
  if (unclear) {
    const detail = `${unclear.text} ${unclear.mend}`;
    return { ...at, template: null, outcome: 'unclear', detail };
  }
  const { body, notes } = readBody(cellOf('body'), options);
  const headers = splitHeaders(cellOf('headers'));
  const name = readName(cellOf('name'));
  const template: FileTemplate = {
    template_id: id,
    body,
    characters: countCharacters(body),
    name: name.text,
    category:
      readCategory(cellOf('category')) ?? (areOfDigits(headers) ? 'promotional' : undefined),
    kind: readKind(cellOf('kind')),
    status: readStatus(cellOf('status')),
    headers: headers.length > 0 ? headers : undefined,
    entity_id: cleanId(cellOf('entity_id')) || undefined,
    entity_name: readName(cellOf('entity_name')).text,
  };
  const detail = findProblem(template);
  if (detail) return { ...at, template: null, outcome: 'invalid', detail };
  const replaced = unknown.map(({ text }) => `${text} The one you gave was used.`);
  const warnings = [
    ...layout.warnings,
    ...replaced,
    ...notes,
    ...findWarnings(template, name.isCut),
  ];
  return { ...at, template, warnings: warnings.slice(0, maxWarnings) };
}

/** Whether all headers consist of digits. Portals assign such headers only for advertising. */
const areOfDigits = (headers: string[]): boolean =>
  headers.length > 0 && headers.every((header) => /^\d+$/.test(header));

/** Counts only the beginning of a text: a longer text is rejected, so the exact length does not matter. */
const countCharacters = (body: string): number => [...body.slice(0, 2 * maxBodyLength)].length;

const labels: Readonly<Record<string, string>> = {
  template_id: 'Template id',
  entity_id: 'Entity id',
  headers: 'Header',
  entity_name: 'Name of the entity',
  name: 'Name',
  body: 'Text',
};

/** The registration rules for a row, which may also have the name of an entity. */
const fileTemplateInput = templateInput.safeExtend({
  entity_name: entityInput.shape.name.optional(),
});

function findProblem(template: FileTemplate): string | null {
  if (template.template_id === '') return 'The row has no template id.';
  if (template.body.trim() === '') return 'The row has no text.';
  const given = Object.fromEntries(
    Object.entries(template).filter(([, value]) => value !== undefined),
  );
  const { error } = fileTemplateInput.safeParse({ ...decidedLater, ...given });
  const [issue] = error?.issues ?? [];
  if (!issue) return null;
  const label = labels[String(issue.path[0])];
  return label === undefined ? issue.message : `${label}: ${issue.message}`;
}

function findWarnings({ template_id, body }: FileTemplate, isNameCut: boolean): string[] {
  const parts = parseTemplate(body);
  const warnings = 'problem' in parts ? [] : findTemplateRisks(body, parts);
  if (!hasUsualLength(template_id)) warnings.unshift('Its id does not have the usual 19 digits.');
  // Excel keeps 15 digits of a number. Only one correct id in 10,000 ends with 0000.
  else if (template_id.endsWith('0000')) {
    warnings.unshift('Its id ends with 0000: perhaps a spreadsheet has rounded it.');
  }
  if (isNameCut) warnings.push(nameWasCut);
  return warnings;
}

/**
 * Adds the headers of a row to an earlier row with the same template id. The later row becomes `repeated`, or `invalid` if
 * it has another text, type or entity.
 */
function mergeInto(
  { row, template: earlier }: { row: number; template: FileTemplate },
  { template, ...read }: FileRow & { template: FileTemplate },
): FileRow {
  const isSame =
    earlier.body === template.body &&
    earlier.category === template.category &&
    earlier.kind === template.kind &&
    earlier.entity_id === template.entity_id;
  const headers = [...new Set([...(earlier.headers ?? []), ...(template.headers ?? [])])];
  const refused = (outcome: 'invalid' | 'repeated', detail: string): FileRow => ({
    ...read,
    warnings: [],
    template: null,
    outcome,
    detail,
  });
  if (!isSame) {
    return refused('invalid', `Row ${row} has the same id with another text, type or entity.`);
  }
  if (headers.length > 100)
    return refused('invalid', `Together with row ${row}, it has more than 100 headers.`);
  if (headers.length > 0) earlier.headers = headers;
  return refused('repeated', `Row ${row} has the same template.`);
}
