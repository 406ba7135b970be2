import { toStorableLine } from '#platform/storable-text.browser.ts';
import type { DltCategory, TemplateKind, TemplateStatus } from '../registry/contract.browser.ts';
import { hasUsualLength } from '../registry/dlt-ids.browser.ts';
import { entityInput, templateInput } from '../registry/inputs.browser.ts';
import {
  findTemplateRisks,
  maxBodyLength,
  parseTemplate,
} from '../registry/parse-template.browser.ts';
import type { Layout } from './columns.ts';
import { type ImportOptions, maxCharacters } from './contract.browser.ts';
import { readBody } from './read-body.ts';
import {
  type CellReader,
  createCellReader,
  findUnknownWords,
  nameWasCut,
  readName,
  requireFewRows,
} from './read-cells.ts';
import { ImportFileError } from './sheet.ts';
import { cleanId, readCategory, readKind, readStatus, splitHeaders } from './words.ts';

/** A template as a file describes it. What the file does not say is undefined. */
export type FileTemplate = {
  template_id: string;
  body: string;
  /** Of the body, as PostgreSQL counts. Counted where the file is read: a file may hold 20 million. */
  characters: number;
  name: string | undefined;
  category: DltCategory | undefined;
  kind: TemplateKind | undefined;
  status: TemplateStatus | undefined;
  headers: string[] | undefined;
  entity_id: string | undefined;
  entity_name: string | undefined;
};

/** A row: its template, or why it has none. */
export type FileRow = {
  row: number;
  templateId: string | null;
  warnings: string[];
} & (
  | { template: FileTemplate }
  | { template: null; outcome: 'invalid' | 'unclear' | 'repeated'; detail: string }
);

const maxWarnings = 8;

/** Stand for what is known only beside the registry, while all else is checked by the rules of every registration. */
const decidedLater = { entity_id: '000000000000', category: 'government', name: '?' } as const;

/**
 * Reads each row by the layout of its file, without knowing what is registered. Rows of one template, as of exports with
 * a row for each header, become one: the first.
 *
 * @throws ImportFileError if there are too many rows
 */
export function readRows({ places, rows }: Layout, options: ImportOptions): FileRow[] {
  requireFewRows(rows);
  const first = new Map<string, { row: number; template: FileTemplate }>();
  let characters = 0;
  return rows.map(({ row, cells }) => {
    const read = readRow(row, createCellReader(places, cells), options);
    if (!read.template) return read;
    const earlier = first.get(read.template.template_id);
    if (earlier) return mergeInto(earlier, { ...read, template: read.template });
    first.set(read.template.template_id, { row, template: read.template });
    characters += read.template.characters;
    if (characters > maxCharacters) throw new ImportFileError(tooManyCharacters);
    return read;
  });
}

const tooManyCharacters = `The texts of the file have more than ${maxCharacters.toLocaleString('en')} characters together, the most that an account may have.`;

function readRow(row: number, cellOf: CellReader, options: ImportOptions): FileRow {
  const { category } = options;
  const id = cleanId(cellOf('template_id'));
  const at = { row, templateId: id === '' ? null : toStorableLine(id, 40), warnings: [] };
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
  const replaced = unknown.map(({ text }) => `${text} Yours was taken.`);
  const warnings = [...replaced, ...notes, ...findWarnings(template, name.isCut)];
  return { ...at, template, warnings: warnings.slice(0, maxWarnings) };
}

/** Portals give digits to headers for advertising, and to no others. */
const areOfDigits = (headers: string[]): boolean =>
  headers.length > 0 && headers.every((header) => /^\d+$/.test(header));

/** Of a text that is too long, which is refused, the count does not matter. */
const countCharacters = (body: string): number => [...body.slice(0, 2 * maxBodyLength)].length;

const labels: Readonly<Record<string, string>> = {
  template_id: 'Template id',
  entity_id: 'Entity id',
  headers: 'Header',
  entity_name: 'Name of the entity',
  name: 'Name',
  body: 'Text',
};

/** The name of an entity is the rows' too, and so checked with them. */
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
  if (!hasUsualLength(template_id)) warnings.unshift('Its id has not the usual 19 digits.');
  // Excel keeps 15 digits. Of real ids one in 10,000 ends so.
  else if (template_id.endsWith('0000')) {
    warnings.unshift('Its id ends with 0000: perhaps a spreadsheet has rounded it.');
  }
  if (isNameCut) warnings.push(nameWasCut);
  return warnings;
}

/** Adds the headers of a row to those of an earlier one with the same template. */
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
  if (headers.length > 100) return refused('invalid', `With row ${row} it has over 100 headers.`);
  if (headers.length > 0) earlier.headers = headers;
  return refused('repeated', `Row ${row} has the same template.`);
}
