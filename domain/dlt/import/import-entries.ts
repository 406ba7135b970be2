import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { requireRoom } from '../registry/change-registry.ts';
import type { DltCategory, Entity } from '../registry/contract.browser.ts';
import type { EntityInput, HeaderInput } from '../registry/inputs.browser.ts';
import { registerEntity, registerHeader } from '../registry/register.ts';
import { createMissing, type Missing, type MissingEntity, resolveEntity } from './compare-rows.ts';
import type { ImportOptions, RowResult } from './contract.browser.ts';
import { type ClaimedImport, recordProgress, recordRegistering } from './import-rows.ts';
import type { EntryRow, FileEntry } from './read-entries.ts';

/**
 * How many rows are registered between two reports of progress. The number is not 1, because each report is a
 * transaction.
 */
const rowsPerReport = 100;

/** SQL condition: ignores rows that an earlier run of this import registered, like in `compareAll`. */
const isOthers = '($2::timestamptz IS NULL OR created_at < $2)';

const readEntities = `
  SELECT entity_id AS "entityId", name, status FROM dlt_entities WHERE user_id = $1 AND ${isOthers}`;

const readHeaders = `
  SELECT header, entity_id AS "entityId", category FROM dlt_headers WHERE user_id = $1 AND ${isOthers}`;

type KnownHeader = { header: string; entityId: string; category: DltCategory };

/** The registered entities and headers that rows are compared with. */
type KnownEntries = {
  entities: ReadonlyMap<string, Entity>;
  headers: ReadonlyMap<string, { entityId: string; category: DltCategory }>;
};

/** The outcome of a row of a list of headers or entities, and the registration that it needs. */
type EntryComparison = RowResult & {
  /** Set for `new`. */
  headerToRegister: HeaderInput | null;
  /** Set for `new` and `changed`. */
  entityToRegister: EntityInput | null;
  missingEntity: MissingEntity | null;
};

type Compared = Pick<RowResult, 'outcome' | 'detail'> &
  Partial<Pick<EntryComparison, 'headerToRegister' | 'entityToRegister' | 'missingEntity'>> & {
    warning?: string;
  };

/** Compares a row with what the account has registered. Values that the file does not give do not change. */
function compareEntry(
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

/**
 * A registered header never changes, because the operator of the installation approves a header together with its entity
 * and category.
 */
function compareKnownHeader(
  { entity_id, category, status }: FileEntry,
  before: { entityId: string; category: DltCategory },
): Compared {
  const other =
    (entity_id !== undefined && entity_id !== before.entityId && 'entity') ||
    (category !== undefined && category !== before.category && 'category');
  if (other) {
    const detail = `Its ${other} differs from the registration of this header. The registration does not change.`;
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
    ...(staysOff
      ? [
          `It stays ${before.status}, because an import does not enable anything: enable it yourself.`,
        ]
      : []),
  ];
  const status = turnsOff ? onPortal : undefined;
  return {
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    detail: details.join(' ') || null,
    entityToRegister: changes.length > 0 ? { entity_id, name, status } : null,
  };
}

/**
 * Compares the rows of a list of headers or entities with what the account has registered.
 *
 * @returns null if another worker has taken over the import
 * @throws DomainError `invalid_parameter` if the account would exceed a limit
 */
export async function compareEntries(
  claimed: ClaimedImport,
  rows: EntryRow[],
): Promise<{ compared: EntryComparison[]; missing: Missing } | null> {
  const { userId, options, registeringSince: since, isDryRun } = claimed;
  const values = [userId, since];
  const [entities, headers] = await Promise.all([
    query<Entity>('read-entities-to-import', readEntities, values),
    query<KnownHeader>('read-headers-to-import', readHeaders, values),
  ]);
  const known: KnownEntries = {
    entities: new Map(entities.map((one) => [one.entityId, one])),
    headers: new Map(headers.map((one) => [one.header, one])),
  };
  const { missing } = createMissing(new Set());
  const compared = await mapInSlices(rows, (row) => {
    const one = compareEntry(row, known, options);
    if (one.missingEntity) {
      const { entityId, name } = one.missingEntity;
      missing.entities.set(entityId, name ?? missing.entities.get(entityId) ?? null);
    }
    return one;
  });
  const created = options.create_missing
    ? [...missing.entities.values()].filter((name) => name !== null).length
    : 0;
  const added = compared.filter(({ outcome }) => outcome === 'new');
  const ofHeaders = options.list === 'headers';
  requireRoom('entities', entities.length + created + (ofHeaders ? 0 : added.length));
  requireRoom('headers', headers.length + (ofHeaders ? added.length : 0));
  const isMine = await recordProgress(claimed, rows.length, isDryRun ? rows.length : 0);
  return isMine ? { compared, missing } : null;
}

/**
 * Registers the entities or headers of rows. New headers then wait for approval by the operator of the installation.
 *
 * @returns false if another worker has taken over the import
 */
export async function registerEntries(
  claimed: ClaimedImport,
  compared: readonly EntryComparison[],
): Promise<boolean> {
  const { userId } = claimed;
  if (!(await recordRegistering(claimed))) return false;
  const created = new Set<string>();
  for (const [done, row] of compared.entries()) {
    const { missingEntity, headerToRegister, entityToRegister } = row;
    if (headerToRegister && missingEntity?.name && !created.has(missingEntity.entityId)) {
      const { entityId: entity_id, name } = missingEntity;
      await registerEntity(userId, { entity_id, name, status: 'active' });
      created.add(entity_id);
    }
    if (entityToRegister) await registerEntity(userId, entityToRegister);
    if (headerToRegister) await registerHeader(userId, headerToRegister);
    const isDue = done % rowsPerReport === rowsPerReport - 1;
    if (isDue && !(await recordProgress(claimed, compared.length, done + 1))) return false;
  }
  return recordProgress(claimed, compared.length, compared.length);
}
