import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { changeOne } from './change-registered.ts';
import { changeRegistry } from './change-registry.ts';
import type { LinkKind } from './contract.browser.ts';

const subtractTotals = `
  UPDATE dlt_registries SET templates = templates - 1, characters = characters - $2 WHERE user_id = $1`;

/**
 * Removes a template, so that its id can be registered with a corrected text. Queued messages of the template then fail
 * before they are sent, and are credited back. All functions of this file throw `not_found` for an entry of another
 * account.
 *
 * @throws DomainError `not_found`
 */
export const removeTemplate = (userId: string, templateId: string): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const [removed] = await query<{ length: number }>(
        'remove-dlt-template',
        `DELETE FROM dlt_templates WHERE user_id = $1 AND template_id = $2
       RETURNING char_length(body) AS length`,
        [userId, templateId],
        tx,
      );
      if (!removed) throw new DomainError('not_found');
      await query('subtract-dlt-totals', subtractTotals, [userId, removed.length], tx);
    },
    undefined,
    { action: 'template.delete', targets: [{ type: 'template', id: templateId }] },
  );

/**
 * Removes a pending or declined header with its evidence. An approved header cannot be removed, because similar headers of
 * other accounts must still be compared with it. Decisions are kept: a declined header is declined again if the account
 * registers it again.
 *
 * @throws DomainError `not_found`, or `invalid_parameter` if the header was approved
 */
export const removeHeader = (userId: string, header: string): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const removed = await query(
        'remove-dlt-header',
        `DELETE FROM dlt_headers WHERE user_id = $1 AND header = $2 AND status IN ('pending', 'declined')
       RETURNING 1`,
        [userId, header],
        tx,
      );
      if (removed.length > 0) return;
      await requireKnown(tx, 'dlt_headers', 'header', userId, header);
      const message =
        'An approved header cannot be removed. Turn it off; if its entity or category is wrong, ask the operator of this installation to decline it first.';
      throw new DomainError('invalid_parameter', { param: 'id', message });
    },
    undefined,
    { action: 'header.delete', targets: [{ type: 'header', id: header }] },
  );

/**
 * Removes an entity that has no headers, templates or chains.
 *
 * @throws DomainError `not_found`, or `invalid_parameter` if the entity has headers, templates or chains
 */
export const removeEntity = (userId: string, entityId: string): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const removed = await query(
        'remove-dlt-entity',
        `DELETE FROM dlt_entities AS e WHERE e.user_id = $1 AND e.entity_id = $2
         AND NOT EXISTS (SELECT FROM dlt_headers AS h WHERE (h.user_id, h.entity_id) = ($1, $2))
         AND NOT EXISTS (SELECT FROM dlt_templates AS t WHERE (t.user_id, t.entity_id) = ($1, $2))
         AND NOT EXISTS (SELECT FROM dlt_chains AS c WHERE (c.user_id, c.entity_id) = ($1, $2))
       RETURNING 1`,
        [userId, entityId],
        tx,
      );
      if (removed.length > 0) return;
      await requireKnown(tx, 'dlt_entities', 'entity_id', userId, entityId);
      const message = 'This entity is in use. Remove its headers, templates and chains first.';
      throw new DomainError('invalid_parameter', { param: 'id', message });
    },
    undefined,
    { action: 'entity.delete', targets: [{ type: 'entity', id: entityId }] },
  );

async function requireKnown(
  tx: Transaction,
  table: 'dlt_headers' | 'dlt_entities',
  column: 'header' | 'entity_id',
  userId: string,
  id: string,
): Promise<void> {
  const statement = `SELECT 1 FROM ${table} WHERE user_id = $1 AND ${column} = $2`;
  const known = await query(`find-one-of-${table}`, statement, [userId, id], tx);
  if (known.length === 0) throw new DomainError('not_found');
}

/** @throws DomainError `not_found` */
export const removeLink = (userId: string, kind: LinkKind, value: string): Promise<void> =>
  changeOne(
    userId,
    'remove-dlt-link',
    'DELETE FROM dlt_links WHERE user_id = $1 AND kind = $2 AND value = $3 RETURNING 1',
    [kind, value],
    { action: 'link.delete', before: { kind, value } },
  );

/** @throws DomainError `not_found` */
export const removeChain = (userId: string, entityId: string, carrier: string): Promise<void> =>
  changeOne(
    userId,
    'remove-dlt-chain',
    'DELETE FROM dlt_chains WHERE user_id = $1 AND entity_id = $2 AND carrier = $3 RETURNING 1',
    [entityId, carrier],
    { action: 'chain.delete', targets: [{ type: 'chain', id: `${entityId} ${carrier}` }] },
  );
