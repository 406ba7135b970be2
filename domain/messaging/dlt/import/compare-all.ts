import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { requireRoom, type TemplateTotals } from '../registry/change-registry.ts';
import { type Comparison, compareRow, type KnownTemplate } from './compare-rows.ts';
import { createMissing, findDisputed, type Missing, settleDisputed } from './find-missing.ts';
import { type ClaimedImport, recordProgress } from './import-rows.ts';
import type { FileRow } from './read-rows.ts';

/** Templates that are compared or registered at once. */
const batchSize = 500;

export function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

/** What an earlier run of the import has registered is its own: it counts as not registered, and becomes so again. */
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
 * Compares the rows of a file with what their account has registered.
 *
 * @returns null if another worker has taken the import over
 * @throws DomainError `invalid_parameter` if the account would have more than it may
 */
export async function compareAll(
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

/** While templates are to be registered, comparing them is nothing yet. */
const isDone = ({ isDryRun }: ClaimedImport, rows: number) => (isDryRun ? rows : 0);

/** Takes out what rows with disputed headers need. @returns what is missing for the others */
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

/** Looks at the limits before anything is registered, so that a file is not registered in part. */
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
