import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { requireRoom } from '../registry/change-registry.ts';
import type { DltCategory, Entity } from '../registry/contract.browser.ts';
import { registerEntity, registerHeader } from '../registry/register.ts';
import { compareEntry, type EntryComparison, type KnownEntries } from './compare-entries.ts';
import { createMissing, type Missing } from './find-missing.ts';
import { type ClaimedImport, recordProgress, recordRegistering } from './import-rows.ts';
import type { EntryRow } from './read-entries.ts';

/** Rows between two reports of progress; each takes a transaction. */
const rowsPerReport = 100;

/** As `compareAll`: what an earlier run of the import has registered counts as not registered. */
const isOthers = '($2::timestamptz IS NULL OR created_at < $2)';

const readEntities = `
  SELECT entity_id AS "entityId", name, status FROM dlt_entities WHERE user_id = $1 AND ${isOthers}`;

const readHeaders = `
  SELECT header, entity_id AS "entityId", category FROM dlt_headers WHERE user_id = $1 AND ${isOthers}`;

type KnownHeader = { header: string; entityId: string; category: DltCategory };

/**
 * Compares the rows of a list of headers or entities with what their account has registered.
 *
 * @returns null if another worker has taken the import over
 * @throws DomainError `invalid_parameter` if the account would have more than it may
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
 * Registers what rows list. Headers then wait for the operator of the installation, like others.
 *
 * @returns whether all was registered by this worker
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
