import { z } from 'zod';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { isReached } from '#platform/https-only.ts';
import { defineSettings } from '#platform/settings.ts';
import { changeRegistry, requireRoom } from './change-registry.ts';
import type { HeaderStatus } from './contract.browser.ts';
import { decideWithin, likenessOf } from './header-decisions.ts';
import type { ChainInput, EntityInput, HeaderInput, LinkInput } from './inputs.browser.ts';

/**
 * Registers an entity. If it is already registered, replaces the name, and replaces the status only by `inactive` or
 * `blacklisted`.
 *
 * @throws DomainError `invalid_parameter` if the account would exceed the limit
 */
export const registerEntity = (
  userId: string,
  { entity_id, name, status }: EntityInput,
  within?: Transaction,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      await query(
        'register-dlt-entity',
        `INSERT INTO dlt_entities AS e (user_id, entity_id, name, status, created_at)
       VALUES ($1, $2, $3, coalesce($4::dlt_registration_status, 'active'), $5)
       ON CONFLICT (user_id, entity_id) DO UPDATE SET name = excluded.name,
         status = CASE WHEN $4::dlt_registration_status IN ('inactive', 'blacklisted') THEN $4 ELSE e.status END`,
        [userId, entity_id, name, status ?? null, clock.now()],
        tx,
      );
      requireRoom('entities', await count(tx, 'dlt_entities', userId));
    },
    within,
    {
      action: 'entity.update',
      targets: [{ type: 'entity', id: entity_id, name }],
      after: { name, status: status ?? null },
    },
  );

const insertHeader = `
  INSERT INTO dlt_headers (user_id, header, entity_id, category, likeness, created_at, status, reason, decided_at)
  SELECT $1, $2, $3, $4::dlt_category, $5, $6, CASE WHEN d.header IS NULL THEN 'pending' ELSE 'declined' END::dlt_header_status,
    d.reason, d.decided_at
  FROM (SELECT) AS new LEFT JOIN (
    SELECT header, decision, reason, decided_at FROM dlt_header_decisions
    WHERE user_id = $1 AND header = $2 ORDER BY decided_at DESC, id DESC LIMIT 1
  ) AS d ON d.decision = 'declined'
  ON CONFLICT (user_id, header) DO NOTHING RETURNING status`;

/** The reason that is recorded with an automatic decision. The header's owner sees this reason too. */
const approvedByItself = 'Approved automatically: this installation is a demo.';

/**
 * `operator`: the operator of the installation approves headers. `automatic`: headers are approved automatically, for
 * demos.
 */
const registrySettings = defineSettings(
  { DLT_HEADER_APPROVAL: z.enum(['operator', 'automatic']).default('operator') },
  {
    check: ({ DLT_HEADER_APPROVAL }, context) =>
      DLT_HEADER_APPROVAL === 'automatic' && isReached(context)
        ? [
            'DLT_HEADER_APPROVAL: automatic is allowed only with a local PUBLIC_URL, for trials; at this one any account could send with the header of another business',
          ]
        : [],
  },
);

/**
 * Registers a header. The operator of the installation must then approve it; a demo approves it automatically. A header
 * that is already registered does not change, so that an approved header cannot be altered. If the header was declined and
 * then removed, it is declined again.
 *
 * @throws DomainError `invalid_parameter` if the entity is not registered, or the account would exceed the limit
 */
export const registerHeader = (
  userId: string,
  { header, entity_id, category }: HeaderInput,
  within?: Transaction,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      await requireEntity(tx, userId, entity_id);
      const [added] = await query<{ status: HeaderStatus }>(
        'register-dlt-header',
        insertHeader,
        [userId, header, entity_id, category, likenessOf(header), clock.now()],
        tx,
      );
      requireRoom('headers', await count(tx, 'dlt_headers', userId));
      const isPending = added?.status === 'pending';
      if (!isPending || registrySettings.DLT_HEADER_APPROVAL === 'operator') return;
      const decision = { status: 'approved', reason: approvedByItself } as const;
      await decideWithin(tx, userId, header, decision, 'demo');
    },
    within,
    {
      action: 'header.create',
      targets: [{ type: 'header', id: header }],
      after: { entityId: entity_id, category },
    },
  );

/**
 * Registers a link, number or email address.
 *
 * @throws DomainError `invalid_parameter` if the account would exceed the limit
 */
export const registerLink = (
  userId: string,
  { kind, value }: LinkInput,
  within?: Transaction,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      await query(
        'register-dlt-link',
        `INSERT INTO dlt_links (user_id, kind, value, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, kind, value) DO NOTHING`,
        [userId, kind, value, clock.now()],
        tx,
      );
      requireRoom('links', await count(tx, 'dlt_links', userId));
    },
    within,
    { action: 'link.create', after: { kind, value } },
  );

/**
 * Registers the chain of an entity for a carrier, and replaces an earlier chain.
 *
 * @throws DomainError `invalid_parameter` if the entity is not registered, or the account would exceed the limit
 */
export const registerChain = (
  userId: string,
  chain: ChainInput,
  within?: Transaction,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const { entity_id, carrier, telemarketer_ids, is_approved } = chain;
      await requireEntity(tx, userId, entity_id);
      await query(
        'register-dlt-chain',
        `INSERT INTO dlt_chains (user_id, entity_id, carrier, telemarketer_ids, is_approved, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, entity_id, carrier) DO UPDATE
       SET telemarketer_ids = excluded.telemarketer_ids, is_approved = excluded.is_approved`,
        [userId, entity_id, carrier, telemarketer_ids, is_approved, clock.now()],
        tx,
      );
      requireRoom('chains', await count(tx, 'dlt_chains', userId));
    },
    within,
    {
      action: 'chain.update',
      targets: [{ type: 'chain', id: `${chain.entity_id} ${chain.carrier}` }],
      after: { telemarketers: chain.telemarketer_ids, isApproved: chain.is_approved },
    },
  );

/** @throws DomainError `invalid_parameter` if the account has not registered the entity */
export async function requireEntity(
  tx: Transaction,
  userId: string,
  entityId: string,
): Promise<void> {
  const known = await query(
    'find-dlt-entity',
    'SELECT 1 FROM dlt_entities WHERE user_id = $1 AND entity_id = $2',
    [userId, entityId],
    tx,
  );
  if (known.length > 0) return;
  const message = 'You have not registered this entity. Register it first.';
  throw new DomainError('invalid_parameter', { param: 'entity_id', message });
}

async function count(
  tx: Transaction,
  table: 'dlt_entities' | 'dlt_headers' | 'dlt_links' | 'dlt_chains',
  userId: string,
): Promise<number> {
  const statement = `SELECT count(*) AS rows FROM ${table} WHERE user_id = $1`;
  const [found] = await query<{ rows: number }>(`count-${table}`, statement, [userId], tx);
  return found?.rows ?? 0;
}
