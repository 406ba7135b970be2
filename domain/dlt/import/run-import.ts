import { runImportJob } from '#domain/dlt/jobs.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { isDataError } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { requireRoom, type TemplateTotals } from '../registry/change-registry.ts';
import { registerEntity, registerHeader } from '../registry/register.ts';
import { registerTemplates } from '../registry/register-templates.ts';
import {
  type Comparison,
  compareRow,
  createMissing,
  findDisputed,
  isToRegister,
  type KnownTemplate,
  type Missing,
  settleDisputed,
} from './compare-rows.ts';
import {
  ImportFileError,
  type ImportResult,
  maxListedRows,
  type RowOutcome,
  type RowResult,
  rowOutcomes,
} from './contract.browser.ts';
import { compareEntries, registerEntries } from './import-entries.ts';
import {
  type ClaimedImport,
  claimImport,
  finishImport,
  partlyRegistered,
  recordProgress,
  recordRegistering,
} from './import-rows.ts';
import type { EntryRow } from './read-entries.ts';
import type { FileContent } from './read-file.ts';
import { readFileApart } from './read-file-apart.ts';
import type { FileRow } from './read-rows.ts';
import { countReading, stepOf } from './start-import.ts';

/**
 * Reads the file of an import and reports the changes that the rows make. Unless the import is a dry run, also makes these
 * changes. If the worker is lost, another run registers all rows again, and reports the changes of all runs together.
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
 * Returns the reason why an import failed, for the account. Only an error that the data causes has a reason, because only
 * such an error would occur again in another run.
 *
 * @throws the error if another run may succeed
 */
function toReason(error: unknown, importId: string): string {
  if (error instanceof ImportFileError || error instanceof DomainError) return error.message;
  if (!isDataError(error)) throw error;
  logger.error({ error, importId }, 'a DLT import failed because of its data');
  return 'Something in the file cannot be stored. Contact support, and name this import.';
}

const maxMissing = 100;

/** Whether a row needs no attention. */
const isQuiet = ({ outcome, warnings }: RowResult) =>
  (outcome === 'new' || outcome === 'unchanged' || outcome === 'repeated') && warnings.length === 0;

function toResult(
  { columns, missingFields, notes }: Omit<FileContent, 'rows' | 'entries'>,
  compared: readonly RowResult[],
  { entities, headers }: Missing,
): ImportResult {
  const counts = Object.fromEntries(rowOutcomes.map((one) => [one, 0])) as Record<
    RowOutcome,
    number
  >;
  for (const { outcome } of compared) counts[outcome] += 1;
  return {
    columns,
    missingFields,
    counts,
    rows: listRows(compared).map(
      ({ row, templateId, header, entityId, outcome, detail, warnings }) => ({
        ...{ row, templateId, header, entityId, outcome, detail, warnings },
      }),
    ),
    missingEntities: [...entities]
      .slice(0, maxMissing)
      .map(([entityId, name]) => ({ entityId, name })),
    missingHeaders: [...headers]
      .slice(0, maxMissing)
      .map(([header, { entityId }]) => ({ header, entityId })),
    notes,
  };
}

/** Selects the rows to list. Rows that need attention come first; within both groups the order of the file is kept. */
function listRows(compared: readonly RowResult[]): readonly RowResult[] {
  const loud = compared.filter((one) => !isQuiet(one)).slice(0, maxListedRows);
  const quiet = compared.filter(isQuiet).slice(0, maxListedRows - loud.length);
  return [...loud, ...quiet];
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

/** The outcomes of the rows; null if another worker has taken over the import. */
type Outcome = { compared: readonly RowResult[]; missing: Missing } | null;

/** How many templates are compared or registered in one batch. */
const batchSize = 500;

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

/**
 * SQL condition: ignores rows that an earlier run of this import registered, so that this run reports them as new and
 * registers them again.
 */
const isOthers = '($2::timestamptz IS NULL OR created_at < $2)';

const readNames = `
  SELECT
    (SELECT coalesce(array_agg(entity_id), '{}') FROM dlt_entities WHERE user_id = $1 AND ${isOthers}) AS entities,
    (SELECT coalesce(array_agg(header), '{}') FROM dlt_headers WHERE user_id = $1 AND ${isOthers}) AS headers`;

const readTemplates = `
  SELECT template_id AS "templateId", entity_id AS "entityId", name, body, slots, category, kind, status, headers
  FROM dlt_templates WHERE user_id = $1 AND ${isOthers} AND template_id = ANY($3)`;

const readTotals = `
  SELECT dlt_registries.templates - own.templates AS templates,
    dlt_registries.characters - own.characters AS characters
  FROM dlt_registries, LATERAL (
    SELECT count(*) AS templates, coalesce(sum(char_length(body)), 0) AS characters
    FROM dlt_templates WHERE user_id = $1 AND NOT ${isOthers}
  ) AS own WHERE user_id = $1`;

type Names = { entities: string[]; headers: string[] };

/**
 * Compares the rows of a list of templates with what the account has registered.
 *
 * @returns null if another worker has taken over the import
 * @throws DomainError `invalid_parameter` if the account would exceed a limit
 */
async function compareAll(
  claimed: ClaimedImport,
  rows: FileRow[],
): Promise<{ compared: Comparison[]; missing: Missing } | null> {
  const { userId, options, registeringSince: since } = claimed;
  const [names] = await query<Names>('read-dlt-names', readNames, [userId, since]);
  const entities = new Set(names?.entities);
  const headers = new Set(names?.headers);
  const { missing, note } = createMissing(headers);
  const compared: Comparison[] = [];
  for (const batch of inBatches(rows)) {
    const ids = batch.flatMap(({ template }) => template?.template_id ?? []);
    const values = [userId, since, ids];
    const known = await query<KnownTemplate>('read-dlt-templates', readTemplates, values);
    const templates = new Map(known.map((one) => [one.templateId, one]));
    const some = await mapInSlices(batch, (row) => {
      const one = compareRow(row, { entities, headers, templates }, options);
      note(one);
      return one;
    });
    compared.push(...some);
    const done = isDone(claimed, compared.length);
    if (!(await recordProgress(claimed, rows.length, done))) return null;
  }
  const settled = options.create_missing ? await settle(compared, missing, headers) : missing;
  await requireRoomFor(claimed, compared, settled, { entities, headers });
  return { compared, missing: settled };
}

/** The number of rows to report as done. In a dry run, compared rows count as done; otherwise only registered rows count. */
const isDone = ({ isDryRun }: ClaimedImport, rows: number) => (isDryRun ? rows : 0);

/** Makes rows with disputed headers `unclear`. @returns the missing entities and headers of the other rows */
async function settle(
  compared: Comparison[],
  before: Missing,
  headers: ReadonlySet<string>,
): Promise<Missing> {
  const disputed = findDisputed(before);
  if (disputed.size === 0) return before;
  const { missing, note } = createMissing(headers);
  await mapInSlices(compared, (row) => {
    settleDisputed(row, disputed);
    note(row);
  });
  return missing;
}

/**
 * Checks the limits of the account before the first registration, so that a file that exceeds a limit is not registered in
 * part.
 */
async function requireRoomFor(
  { userId, options, registeringSince: since }: ClaimedImport,
  compared: Comparison[],
  missing: Missing,
  registered: Record<'entities' | 'headers', ReadonlySet<string>>,
): Promise<void> {
  const [totals] = await query<TemplateTotals>('read-dlt-totals', readTotals, [userId, since]);
  const { templates = 0, characters = 0 } = totals ?? {};
  const added = compared.filter((row) => row.outcome === 'new');
  requireRoom('templates', templates + added.length);
  const more = added.reduce((sum, row) => sum + row.characters, 0);
  requireRoom('characters', characters + more);
  if (!options.create_missing) return;
  const named = [...missing.entities.values()].filter((name) => name !== null).length;
  requireRoom('entities', registered.entities.size + named);
  requireRoom('headers', registered.headers.size + missing.headers.size);
}

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

/** @returns false if another worker has taken over the import */
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
      // The template has been registered with other values since the comparison.
      if (row && outcome === 'differs') {
        row.outcome = 'differs';
        row.detail =
          'It was registered with another text, entity, category or type during this import.';
      }
    }
    done += batch.length;
    if (!(await recordProgress(claimed, compared.length, done))) return false;
  }
  return true;
}

/** Registers the missing entities and headers. The headers then wait for approval by the operator of the installation. */
async function registerMissing(userId: string, { entities, headers }: Missing): Promise<void> {
  for (const [entity_id, name] of entities) {
    if (name !== null) await registerEntity(userId, { entity_id, name, status: 'active' });
  }
  for (const [header, { entityId, category }] of headers) {
    await registerHeader(userId, { header, entity_id: entityId, category });
  }
}

/** How long an import may be queued before its job counts as lost, in seconds. */
const graceSeconds = 10;

/** An import fails after its worker was lost this many times, because the file probably crashes workers. */
const maxLostRuns = 3;

const giveUp = `
  UPDATE dlt_imports SET state = 'failed', bytes = NULL, finished_at = now(),
    lost_runs = lost_runs + 1, reason =
    'The import was started ${maxLostRuns} times and never finished. Split the file into several, or contact support.' || ${partlyRegistered}
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 >= ${maxLostRuns} RETURNING id`;

/**
 * Sets `due_at`, so that the next run skips imports that were just enqueued. If an import has become overdue since `giveUp`
 * ran and has no runs left, the next call of `giveUp` ends it.
 */
const requeue = `
  UPDATE dlt_imports SET state = 'queued', due_at = now(), lost_runs = lost_runs + (state = 'running')::int
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 < ${maxLostRuns}
    OR state = 'queued' AND due_at < now() - make_interval(secs => ${graceSeconds})
  RETURNING id, is_dry_run AS "isDryRun"`;

/**
 * Enqueues imports whose job or worker was lost. Imports that have lost too many workers fail.
 *
 * @returns how many imports it enqueued
 */
export async function requeueImports(): Promise<number> {
  const lost = await query<{ id: string }>('give-up-dlt-imports', giveUp, []);
  for (const { id } of lost)
    logger.error({ importId: id }, 'DLT import failed: in each attempt, its worker was lost');
  const rows = await query<{ id: string; isDryRun: boolean }>('requeue-dlt-imports', requeue, []);
  if (rows.length > 0) {
    const payloads = rows.map(({ id, isDryRun }) => ({ importId: id, step: stepOf(isDryRun) }));
    await enqueue(runImportJob, payloads);
  }
  return rows.length;
}

const expire = `
  UPDATE dlt_imports SET state = 'expired', bytes = NULL
  WHERE state IN ('checked', 'needs_mapping') AND created_at < now() - interval '1 day' RETURNING id`;

/** Expires imports that were not confirmed within a day, and deletes their files. @returns how many it expired */
export async function expireImports(): Promise<number> {
  return (await query('expire-dlt-imports', expire, [])).length;
}
