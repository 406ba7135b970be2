import type { DltCategory, Entity } from '../registry/contract.browser.ts';
import type { EntityInput, HeaderInput } from '../registry/inputs.browser.ts';
import type { ImportOptions, RowResult } from './contract.browser.ts';
import type { EntryRow, FileEntry } from './read-entries.ts';
import { type MissingEntity, resolveEntity } from './resolve-entity.ts';

/** What a row is compared with. */
export type KnownEntries = {
  entities: ReadonlyMap<string, Entity>;
  headers: ReadonlyMap<string, { entityId: string; category: DltCategory }>;
};

/** The outcome of a row of a list of headers or entities, and what is to be registered for it. */
export type EntryComparison = RowResult & {
  /** Of `new`. */
  headerToRegister: HeaderInput | null;
  /** Of `new` and `changed`. */
  entityToRegister: EntityInput | null;
  missingEntity: MissingEntity | null;
};

type Compared = Pick<RowResult, 'outcome' | 'detail'> &
  Partial<Pick<EntryComparison, 'headerToRegister' | 'entityToRegister' | 'missingEntity'>> & {
    warning?: string;
  };

/** Compares a row with what its account has registered. What the file does not say stays as it is. */
export function compareEntry(
  read: EntryRow,
  known: KnownEntries,
  options: ImportOptions,
): EntryComparison {
  const { row, header, entityId } = read;
  const { warning, ...compared } = compare(read, known, options);
  return {
    ...{ row, templateId: null, header, entityId },
    ...{ headerToRegister: null, entityToRegister: null, missingEntity: null },
    ...compared,
    warnings: warning === undefined ? read.warnings : [...read.warnings, warning],
  };
}

function compare(read: EntryRow, known: KnownEntries, options: ImportOptions): Compared {
  if (!read.entry) return { outcome: read.outcome, detail: read.detail };
  return options.list === 'headers'
    ? compareHeader(read.entry, known, options)
    : compareEntity(read.entry, known);
}

const isOff = (status: FileEntry['status']): status is 'inactive' | 'blacklisted' =>
  status === 'inactive' || status === 'blacklisted';

function compareHeader(file: FileEntry, known: KnownEntries, options: ImportOptions): Compared {
  const before = known.headers.get(file.header);
  if (before) return compareKnownHeader(file, before);
  if (isOff(file.status)) {
    const detail = `The file has it as ${file.status}. Import it once it is active on the portal.`;
    return { outcome: 'invalid', detail };
  }
  const ids = new Set(known.entities.keys());
  const { entity_id, missing: missingEntity, problem } = resolveEntity(file, ids, options);
  if (entity_id === undefined) return { outcome: 'unclear', detail: problem };
  const category = file.category ?? options.category;
  if (category === undefined) {
    return { outcome: 'unclear', detail: 'The file does not say which category it has.' };
  }
  if (problem !== null) return { outcome: 'unclear', detail: problem, missingEntity };
  return {
    ...{ outcome: 'new', detail: null, missingEntity },
    headerToRegister: { header: file.header, entity_id, category },
    ...(file.status === 'pending' && { warning: 'The portal has not approved it yet.' }),
  };
}

/** A registered header never changes: the operator of the installation approves its entity and category with it. */
function compareKnownHeader(
  { entity_id, category, status }: FileEntry,
  before: { entityId: string; category: DltCategory },
): Compared {
  const other =
    (entity_id !== undefined && entity_id !== before.entityId && 'entity') ||
    (category !== undefined && category !== before.category && 'category');
  if (other) {
    const detail = `Its ${other} differs from what is registered for this header, which stays as it is.`;
    return { outcome: 'differs', detail };
  }
  return {
    ...{ outcome: 'unchanged', detail: null },
    ...(isOff(status) && {
      warning: `The file has it as ${status}. What is registered here stays: disable it yourself.`,
    }),
  };
}

function compareEntity(file: FileEntry, known: KnownEntries): Compared {
  const { entity_id = '', entity_name: name = '', status: onPortal } = file;
  const before = known.entities.get(entity_id);
  if (!before) {
    const status = isOff(onPortal) ? onPortal : onPortal === 'pending' ? 'inactive' : 'active';
    return {
      ...{ outcome: 'new', detail: null, entityToRegister: { entity_id, name, status } },
      ...(onPortal === 'pending' && {
        warning: 'The portal has not approved it yet: it is inactive until you enable it.',
      }),
    };
  }
  const turnsOff = isOff(onPortal) && onPortal !== before.status;
  const staysOff = before.status !== 'active' && onPortal === 'approved';
  const changes = [...(name === before.name ? [] : ['name']), ...(turnsOff ? ['status'] : [])];
  const details = [
    ...(changes.length > 0 ? [`Other ${changes.join(', ')}.`] : []),
    ...(staysOff ? [`It stays ${before.status}, whatever the file says: enable it yourself.`] : []),
  ];
  const status = turnsOff ? onPortal : undefined;
  return {
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    detail: details.join(' ') || null,
    entityToRegister: changes.length > 0 ? { entity_id, name, status } : null,
  };
}
