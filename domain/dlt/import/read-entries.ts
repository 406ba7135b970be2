import { toStorableLine } from '#platform/storable-text.browser.ts';
import {
  type DltCategory,
  hasUsualLength,
  type TemplateStatus,
} from '../registry/contract.browser.ts';
import { entityInput, headerInput } from '../registry/inputs.browser.ts';
import { cleanId, type Layout, type LayoutRow, readCategory, readStatus } from './columns.ts';
import type { ImportOptions, RowResult } from './contract.browser.ts';
import {
  type CellReader,
  createCellReader,
  findUnknownWords,
  nameWasCut,
  readName,
  requireFewRows,
} from './read-rows.ts';

/** A header or an entity as a file describes it. Values that the file does not give are undefined. */
export type FileEntry = {
  /** Empty in lists of entities. */
  header: string;
  category: DltCategory | undefined;
  /** The status on the portal. */
  status: TemplateStatus | undefined;
  entity_id: string | undefined;
  entity_name: string | undefined;
};

/** A row of a list of headers or entities: its header or entity, or the reason why the row has none. */
export type EntryRow = Pick<RowResult, 'row' | 'header' | 'entityId' | 'warnings'> &
  (
    | { entry: FileEntry }
    | { entry: null; outcome: 'invalid' | 'unclear' | 'repeated'; detail: string }
  );

/**
 * Reads the rows of a list of headers or entities, without comparing them with the registry. If a header or entity occurs in
 * several rows, each row after the first is `repeated`, or `invalid` if its details differ.
 *
 * @throws ImportFileError if there are too many rows
 */
export function readEntries({ places, rows }: Layout, options: ImportOptions): EntryRow[] {
  requireFewRows(rows);
  const first = new Map<string, { row: number; entry: FileEntry }>();
  return rows.map(({ row, cells, ...found }) => {
    const cellOf = createCellReader(places, cells);
    const read = readEntry({ row, ...found }, cellOf, options);
    if (!read.entry) return read;
    const key = read.header ?? read.entityId ?? '';
    const earlier = first.get(key);
    if (earlier) return toRepeated(earlier, { ...read, entry: read.entry });
    first.set(key, { row, entry: read.entry });
    return read;
  });
}

function readEntry(
  { row, ...layout }: Pick<LayoutRow, 'row' | 'warnings' | 'problem'>,
  cellOf: CellReader,
  options: ImportOptions,
): EntryRow {
  const ofHeaders = options.list === 'headers';
  const id = cleanId(cellOf('entity_id'));
  const header = ofHeaders ? cleanId(cellOf('headers')) : '';
  const shown = toStorableLine(ofHeaders ? header : id, 40);
  const at = { row, warnings: [], ...(ofHeaders ? { header: shown } : { entityId: shown }) };
  if (layout.problem !== null) {
    return { ...at, entry: null, outcome: 'invalid', detail: layout.problem };
  }
  const unknown = findUnknownWords(cellOf);
  const [unclear] = unknown.filter(({ field }) => !(field === 'category' && options.category));
  if (unclear) {
    return { ...at, entry: null, outcome: 'unclear', detail: `${unclear.text} ${unclear.mend}` };
  }
  const name = readName(cellOf('entity_name'));
  const entry: FileEntry = {
    header,
    category: readCategory(cellOf('category')) ?? (isOfDigits(header) ? 'promotional' : undefined),
    status: readStatus(cellOf('status')),
    entity_id: id || undefined,
    entity_name: name.text,
  };
  const detail = ofHeaders ? findHeaderProblem(entry) : findEntityProblem(entry);
  if (detail) return { ...at, entry: null, outcome: 'invalid', detail };
  const warnings = [
    ...layout.warnings,
    ...unknown.map(({ text }) => `${text} The one you gave was used.`),
    ...(entry.entity_id && !hasUsualLength(entry.entity_id)
      ? ['The id of the entity does not have the usual 19 digits.']
      : []),
    ...(name.isCut ? [nameWasCut] : []),
  ];
  return { ...at, entry, warnings };
}

/** Whether a header consists of digits. Portals assign such headers only for advertising. */
const isOfDigits = (header: string): boolean => /^\d+$/.test(header);

const entityName = entityInput.shape.name.optional();
const entityId = entityInput.shape.entity_id.optional();

function findHeaderProblem({ header, entity_id, entity_name }: FileEntry): string | null {
  if (header === '') return 'The row has no header.';
  return (
    describe('Header', headerInput.shape.header.safeParse(header)) ??
    describe('Entity id', entityId.safeParse(entity_id)) ??
    describe('Name of the entity', entityName.safeParse(entity_name))
  );
}

function findEntityProblem({ entity_id, entity_name }: FileEntry): string | null {
  if (entity_id === undefined) return 'The row has no entity id.';
  if (entity_name === undefined) return 'The row has no name.';
  return (
    describe('Entity id', entityId.safeParse(entity_id)) ??
    describe('Name', entityName.safeParse(entity_name))
  );
}

const describe = (
  label: string,
  { error }: { error?: { issues: { message: string }[] } | undefined },
): string | null => (error ? `${label}: ${error.issues[0]?.message ?? 'It is not valid.'}` : null);

type Read = EntryRow & { entry: FileEntry };

function toRepeated(
  { row, entry: earlier }: { row: number; entry: FileEntry },
  read: Read,
): EntryRow {
  const { entry } = read;
  const what = read.header === undefined ? 'entity' : 'header';
  const isSame =
    earlier.category === entry.category &&
    earlier.entity_id === entry.entity_id &&
    earlier.entity_name === entry.entity_name &&
    earlier.status === entry.status;
  return {
    ...{ ...read, entry: null, warnings: [] },
    outcome: isSame ? 'repeated' : 'invalid',
    detail: isSame
      ? `Row ${row} has the same ${what}.`
      : `Row ${row} has the same ${what} with other details.`,
  };
}
