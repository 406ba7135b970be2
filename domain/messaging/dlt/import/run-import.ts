import { DomainError } from '#domain/shared/errors.browser.ts';
import { isDataError } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { registerEntity, registerHeader } from '../registry/register.ts';
import { registerTemplates } from '../registry/register-templates.ts';
import { compareAll, inBatches } from './compare-all.ts';
import { type Comparison, isToRegister } from './compare-rows.ts';
import type { RowResult } from './contract.browser.ts';
import { createMissing, type Missing } from './find-missing.ts';
import { compareEntries, registerEntries } from './import-entries.ts';
import { countReading } from './import-limits.ts';
import {
  type ClaimedImport,
  claimImport,
  finishImport,
  recordProgress,
  recordRegistering,
} from './import-rows.ts';
import type { EntryRow } from './read-entries.ts';
import { readFileApart } from './read-file-apart.ts';
import type { FileRow } from './read-rows.ts';
import { ImportFileError } from './sheet.ts';
import { toResult } from './to-result.ts';

/**
 * Reads an import's file and says what it would change; unless it is a dry run, changes it. Running it again after a
 * worker was lost does no harm: it registers the same again, and reports what the import as a whole has done.
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
  const { userId, bytes, options, isDryRun } = claimed;
  const began = performance.now();
  const file = await readFileApart({ bytes, options }).finally(() =>
    countReading(userId, performance.now() - began),
  );
  const { rows, entries, ...content } = file;
  if (content.missingFields.length > 0) {
    const { missing } = createMissing(new Set());
    await finishImport(claimed, 'needs_mapping', { result: toResult(content, [], missing) });
    return;
  }
  const outcome = await (options.list === 'templates'
    ? carryOutTemplates(claimed, rows)
    : carryOutEntries(claimed, entries));
  if (!outcome) return;
  const result = toResult(content, outcome.compared, outcome.missing);
  await finishImport(claimed, isDryRun ? 'checked' : 'done', { result });
}

/** The outcomes of the rows; null if another worker has taken the import over. */
type Outcome = { compared: readonly RowResult[]; missing: Missing } | null;

async function carryOutTemplates(claimed: ClaimedImport, rows: FileRow[]): Promise<Outcome> {
  const comparison = await compareAll(claimed, rows);
  if (!comparison || claimed.isDryRun) return comparison;
  const { compared, missing } = comparison;
  return (await registerAll(claimed, compared, missing)) ? comparison : null;
}

async function carryOutEntries(claimed: ClaimedImport, rows: EntryRow[]): Promise<Outcome> {
  const comparison = await compareEntries(claimed, rows);
  if (!comparison || claimed.isDryRun) return comparison;
  return (await registerEntries(claimed, comparison.compared)) ? comparison : null;
}

/** @returns whether all was registered by this worker */
async function registerAll(
  claimed: ClaimedImport,
  compared: Comparison[],
  missing: Missing,
): Promise<boolean> {
  const { userId, options } = claimed;
  if (!(await recordRegistering(claimed))) return false;
  if (options.create_missing) await registerMissing(userId, missing);
  let done = 0;
  for (const batch of inBatches(compared)) {
    const toRegister = batch.filter(isToRegister);
    const byId = new Map(toRegister.map((row) => [row.template?.template_id, row]));
    const inputs = toRegister.flatMap(({ template }) => template ?? []);
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
async function registerMissing(userId: string, { entities, headers }: Missing): Promise<void> {
  for (const [entity_id, name] of entities) {
    if (name !== null) await registerEntity(userId, { entity_id, name, status: 'active' });
  }
  for (const [header, { entityId, category }] of headers) {
    await registerHeader(userId, { header, entity_id: entityId, category });
  }
}
