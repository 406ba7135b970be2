import { DomainError } from '#domain/shared/errors.ts';
import { isDataError } from '#platform/database-errors.ts';
import { query } from '#platform/db.server.ts';
import { waitForOwnTurn } from '#platform/in-slices.ts';
import { logger } from '#platform/logger.ts';
import { requireRoom, type TemplateTotals } from '../registry/change-registry.server.ts';
import { registerEntity, registerHeader } from '../registry/register.server.ts';
import { registerTemplates } from '../registry/register-templates.server.ts';
import { type Comparison, compareRow, type KnownTemplate } from './compare-rows.ts';
import {
  type ClaimedImport,
  claimImport,
  finishImport,
  recordProgress,
} from './import-rows.server.ts';
import { readFileApart } from './read-file-apart.server.ts';
import type { FileRow } from './read-rows.ts';
import { ImportFileError } from './sheet.ts';
import { toResult } from './to-result.ts';

/** Templates that are compared or registered at once. */
const batchSize = 500;

/**
 * Reads an import's file and says what it would change; unless it is a dry run, changes it. Running it again does no
 * harm: what is registered already is `unchanged`.
 */
export async function runImport(importId: string): Promise<void> {
  const claimed = await claimImport(importId);
  if (!claimed) return;
  try {
    await carryOut(claimed);
  } catch (error) {
    await finishImport(claimed, 'failed', { reason: toReason(error, importId) });
  }
}

/**
 * Why an import failed, for its account. Another try would meet an error of data again.
 *
 * @throws the error if another try may succeed
 */
function toReason(error: unknown, importId: string): string {
  if (error instanceof ImportFileError || error instanceof DomainError) return error.message;
  if (!isDataError(error)) throw error;
  logger.error({ error, importId }, 'a DLT import ended with an error that its data caused');
  return 'Something in the file cannot be stored. Contact support, and name this import.';
}

async function carryOut(claimed: ClaimedImport): Promise<void> {
  const { bytes, options, isDryRun } = claimed;
  const { rows, ...content } = await readFileApart({ bytes, options });
  if (content.missingFields.length > 0) {
    await finishImport(claimed, 'needs_mapping', { result: toResult(content, []) });
    return;
  }
  const compared = await compareAll(claimed, rows);
  if (!compared) return;
  await requireRoomFor(claimed.userId, compared);
  if (!isDryRun && !(await registerAll(claimed, compared))) return;
  const result = toResult(content, compared);
  await finishImport(claimed, isDryRun ? 'checked' : 'done', { result });
}

const readKnown = `
  SELECT
    (SELECT coalesce(array_agg(entity_id), '{}') FROM dlt_entities WHERE user_id = $1) AS entities,
    (SELECT coalesce(array_agg(header), '{}') FROM dlt_headers WHERE user_id = $1) AS headers`;

const readTemplates = `
  SELECT template_id AS "templateId", entity_id AS "entityId", name, body, slots, category, kind, status, headers
  FROM dlt_templates WHERE user_id = $1 AND template_id = ANY($2)`;

/** @returns null if another worker has taken the import over */
async function compareAll(claimed: ClaimedImport, rows: FileRow[]): Promise<Comparison[] | null> {
  const { userId, options } = claimed;
  const [own] = await query<{ entities: string[]; headers: string[] }>(
    'read-dlt-names',
    readKnown,
    [userId],
  );
  const entities = new Set(own?.entities);
  const headers = new Set(own?.headers);
  const compared: Comparison[] = [];
  for (const batch of inBatches(rows)) {
    const ids = batch.flatMap(({ template }) => template?.template_id ?? []);
    const known = await query<KnownTemplate>('read-dlt-templates', readTemplates, [userId, ids]);
    const templates = new Map(known.map((one) => [one.templateId, one]));
    await waitForOwnTurn();
    compared.push(
      ...batch.map((row) => compareRow(row, { entities, headers, templates }, options)),
    );
    if (!(await recordProgress(claimed, rows.length, isDone(claimed, compared.length))))
      return null;
  }
  return compared;
}

/** While templates are to be registered, comparing them is nothing yet. */
const isDone = ({ isDryRun }: ClaimedImport, rows: number) => (isDryRun ? rows : 0);

/** Looks at the limits before anything is registered, so that a file is not registered in part. */
async function requireRoomFor(userId: string, compared: Comparison[]): Promise<void> {
  const added = compared.flatMap(({ outcome, input }) => (outcome === 'new' && input ? input : []));
  const [totals] = await query<TemplateTotals>(
    'read-dlt-totals',
    'SELECT templates, characters FROM dlt_registries WHERE user_id = $1',
    [userId],
  );
  const { templates = 0, characters = 0 } = totals ?? {};
  requireRoom('templates', templates + added.length);
  const more = added.reduce((sum, { body }) => sum + [...body].length, 0);
  requireRoom('characters', characters + more);
}

/** @returns whether all was registered by this worker */
async function registerAll(claimed: ClaimedImport, compared: Comparison[]): Promise<boolean> {
  const { userId, options } = claimed;
  if (options.create_missing) await registerMissing(userId, compared);
  let done = 0;
  for (const batch of inBatches(compared)) {
    const byId = new Map(
      batch.flatMap((row) => (row.input ? [[row.input.template_id, row] as const] : [])),
    );
    const inputs = batch.flatMap(({ input }) => input ?? []);
    const outcomes = inputs.length > 0 ? await registerTemplates(userId, inputs) : new Map();
    for (const [id, outcome] of outcomes) {
      const row = byId.get(id);
      // Registered otherwise since it was compared.
      if (row && outcome === 'differs') {
        row.outcome = 'differs';
        row.detail = 'It was registered with another text, entity, category or type meanwhile.';
      }
    }
    done += batch.length;
    if (!(await recordProgress(claimed, compared.length, done))) return false;
  }
  return true;
}

/** Registers the entities and headers that rows name, which then wait for the operator like others. */
async function registerMissing(userId: string, compared: Comparison[]): Promise<void> {
  const entities = new Map<string, string>();
  const headers = new Map<string, Comparison['missingHeaders'][number]>();
  for (const { missingEntity, missingHeaders, outcome } of compared) {
    if (missingEntity?.name && outcome === 'new') {
      entities.set(missingEntity.entityId, missingEntity.name);
    }
    for (const one of missingHeaders) if (!headers.has(one.header)) headers.set(one.header, one);
  }
  requireRoom('entities', entities.size);
  requireRoom('headers', headers.size);
  for (const [entity_id, name] of entities) {
    await registerEntity(userId, { entity_id, name, status: 'active' });
  }
  for (const { header, entityId, category } of headers.values()) {
    await registerHeader(userId, { header, entity_id: entityId, category });
  }
}

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}
