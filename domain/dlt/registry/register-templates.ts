import { recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { changeRegistry, requireRoom } from './change-registry.ts';
import type { NewTemplateInput, TemplateInput } from './inputs.browser.ts';
import { listEntities } from './list-registry.ts';
import { requireEntity } from './register.ts';

export type TemplateOutcome =
  /** The template is new. */
  | 'registered'
  /**
   * The template was already registered with the same body. The given name, status and headers have replaced the earlier
   * values.
   */
  | 'known'
  /**
   * The template is registered with another body, entity, category, kind or slots. These do not change, because DLT gives a new
   * text a new id.
   */
  | 'differs';

/**
 * A template to register. If name, status or headers are omitted, a registered template keeps its values, and a new
 * template gets the defaults.
 */
export type TemplateRegistration = Omit<TemplateInput, 'name'> & { name?: string | undefined };

const insert = `
  INSERT INTO dlt_templates
    (user_id, template_id, entity_id, name, body, slots, category, kind, status, headers, created_at)
  SELECT $1, template_id, entity_id, coalesce(name, template_id), body, slots, category, kind,
    coalesce(status, 'approved'), coalesce(headers, '{}'), $3
  FROM json_to_recordset($2::json) AS given(template_id text, entity_id text, name text, body text, slots jsonb,
    category dlt_category, kind dlt_template_kind, status dlt_template_status, headers text[])
  ON CONFLICT (user_id, template_id) DO NOTHING
  RETURNING template_id AS id, char_length(body) AS length`;

/**
 * Updates only templates whose body, entity, category, kind and slots are the same. Never enables a template, because the owner
 * or a receipt may have disabled the template after the caller made its list. Only `changeTemplate` enables a template.
 */
const update = `
  UPDATE dlt_templates AS t SET name = coalesce(given.name, t.name), headers = coalesce(given.headers, t.headers),
    status = CASE WHEN t.status IN ('inactive', 'blacklisted') AND given.status IN ('approved', 'pending') THEN t.status
      ELSE coalesce(given.status, t.status) END
  FROM json_to_recordset($2::json) AS given(template_id text, entity_id text, name text, body text, slots jsonb,
    category dlt_category, kind dlt_template_kind, status dlt_template_status, headers text[])
  WHERE t.user_id = $1 AND t.template_id = given.template_id
    AND (t.body, t.entity_id, t.category, t.kind, t.slots)
      = (given.body, given.entity_id, given.category, given.kind, given.slots)
  RETURNING t.template_id AS id`;

const addTotals = `
  UPDATE dlt_registries SET templates = templates + $2, characters = characters + $3 WHERE user_id = $1`;

/**
 * Registers all given templates, or none if one fails. For registered templates, changes only the given names, states and
 * headers, and never enables a template.
 *
 * @param templates each id may occur only once
 * @returns the outcome by id
 * @throws DomainError `invalid_parameter` if an entity is not registered, or the account would exceed a limit
 */
export const registerTemplates = (
  userId: string,
  templates: readonly TemplateRegistration[],
  within?: Transaction,
): Promise<Map<string, TemplateOutcome>> =>
  changeRegistry(
    userId,
    async (tx, totals) => {
      for (const entityId of new Set(templates.map(({ entity_id }) => entity_id))) {
        await requireEntity(tx, userId, entityId);
      }
      const json = JSON.stringify(templates);
      const known = await query<{ id: string }>('update-dlt-templates', update, [userId, json], tx);
      const added = await query<{ id: string; length: number }>(
        'insert-dlt-templates',
        insert,
        [userId, json, clock.now()],
        tx,
      );
      const characters = added.reduce((sum, { length }) => sum + length, 0);
      await countTemplates(tx, userId, added.length, characters);
      requireRoom('templates', totals.templates + added.length);
      requireRoom('characters', totals.characters + characters);
      return toOutcomes(
        templates,
        new Set(added.map(({ id }) => id)),
        new Set(known.map(({ id }) => id)),
      );
    },
    within,
  );

/**
 * Registers one template. The entity defaults to the account's only entity.
 *
 * @throws DomainError `invalid_parameter` if another template with this id is registered, or in the cases of
 *   `registerTemplates`
 */
export async function registerTemplate(
  userId: string,
  { entity_id, ...template }: NewTemplateInput,
  within?: Transaction,
): Promise<void> {
  const full = { ...template, entity_id: entity_id ?? (await findOnlyEntity(userId, within)) };
  const record = async (tx: Transaction) => {
    const outcomes = await registerTemplates(userId, [full], tx);
    const outcome = outcomes.get(template.template_id);
    if (outcome === 'differs') return outcome;
    await recordAudit(tx, {
      accountId: userId,
      action: 'template.create',
      targets: [{ type: 'template', id: template.template_id, name: template.name ?? null }],
      after: { entityId: full.entity_id, category: full.category },
    });
    return outcome;
  };
  const outcome = await (within ? record(within) : transaction(record));
  if (outcome !== 'differs') return;
  const message =
    'You have registered this id with another body, entity, category, kind or slots. On DLT another text has another id: register it with that id.';
  throw new DomainError('invalid_parameter', { param: 'template_id', message });
}

async function findOnlyEntity(userId: string, within?: Transaction): Promise<string> {
  const [first, ...others] = await listEntities(userId, undefined, within);
  if (first && others.length === 0) return first.entityId;
  const message = first
    ? 'You have registered several entities: send the entity_id of this template.'
    : 'You have not registered an entity. Register it first.';
  throw new DomainError('invalid_parameter', { param: 'entity_id', message });
}

const countTemplates = (tx: Transaction, userId: string, count: number, characters: number) =>
  query('add-dlt-totals', addTotals, [userId, count, characters], tx);

const toOutcomes = (
  templates: readonly TemplateRegistration[],
  added: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Map<string, TemplateOutcome> =>
  new Map(
    templates.map(({ template_id: id }) => {
      if (added.has(id)) return [id, 'registered'];
      return [id, known.has(id) ? 'known' : 'differs'];
    }),
  );
