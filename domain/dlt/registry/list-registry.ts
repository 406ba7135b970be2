import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import type { Chain, Entity, HeaderRow, Link, TemplateRow } from './contract.browser.ts';
import { parseTemplate } from './parse-template.browser.ts';
import type { DeclaredSlot } from './slots.browser.ts';

/** The entities of an account, by id; at most `registryLimits.entities`. The other lists are limited likewise. */
export const listEntities = (
  userId: string,
  entityId?: string,
  tx?: SqlClient,
): Promise<Entity[]> =>
  query<Entity>(
    'list-dlt-entities',
    `SELECT entity_id AS "entityId", name, status FROM dlt_entities
     WHERE user_id = $1 AND ($2::text IS NULL OR entity_id = $2) ORDER BY entity_id COLLATE "C"`,
    [userId, entityId ?? null],
    tx,
  );

/** The headers of an account by name, or one of them. */
export const listHeaders = (
  userId: string,
  header?: string,
  tx?: SqlClient,
): Promise<HeaderRow[]> =>
  query<HeaderRow>(
    'list-dlt-headers',
    `SELECT h.header, h.entity_id AS "entityId", h.category, h.status, h.reason, h.last_used_at AS "lastUsedAt",
       h.decided_at AS "decidedAt", h.created_at AS "createdAt", e.header IS NOT NULL AS "hasEvidence",
       coalesce(e.created_at > h.decided_at, false) AS "hasNewEvidence"
     FROM dlt_headers AS h LEFT JOIN dlt_header_evidence AS e ON e.user_id = h.user_id AND e.header = h.header
     WHERE h.user_id = $1 AND ($2::text IS NULL OR h.header = $2) ORDER BY h.header COLLATE "C"`,
    [userId, header ?? null],
    tx,
  );

/** The links, numbers and email addresses of an account, by kind and value. */
export const listLinks = (userId: string): Promise<Link[]> =>
  query<Link>(
    'list-dlt-links',
    'SELECT kind, value FROM dlt_links WHERE user_id = $1 ORDER BY kind::text COLLATE "C", value COLLATE "C"',
    [userId],
  );

/** The chains of an account, by entity and carrier. */
export const listChains = (userId: string): Promise<Chain[]> =>
  query<Chain>(
    'list-dlt-chains',
    `SELECT entity_id AS "entityId", carrier, telemarketer_ids AS "telemarketerIds", is_approved AS "isApproved"
     FROM dlt_chains WHERE user_id = $1 ORDER BY entity_id COLLATE "C", carrier COLLATE "C"`,
    [userId],
  );

type StoredTemplate = Omit<TemplateRow, 'texts' | 'slots'> & { slots: DeclaredSlot[] };

const templateColumns = `
  template_id AS "templateId", entity_id AS "entityId", name, body, slots, category, kind, status, reason,
  headers,
  created_at AS "createdAt"`;

/** A page is read along the primary key. A search looks through the bodies of one account: 2,000,000 characters at most. */
const page = `
  SELECT ${templateColumns} FROM dlt_templates
  WHERE user_id = $1 AND ($2::text IS NULL OR template_id > $2)
    AND ($3::text IS NULL OR entity_id = $3)
    AND ($4::text IS NULL OR template_id = $4 OR strpos(lower(name), lower($4)) > 0 OR strpos(lower(body), lower($4)) > 0)
  ORDER BY template_id LIMIT $5`;

type TemplateFilter = {
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
  /** A template's id, or a part of its name or body. */
  search?: string | undefined;
  entityId?: string | undefined;
};

/** A search without results takes PostgreSQL 20 ms. Each web runs one search of an account at a time. */
const inTurn = ofInstance(() =>
  createFairBudget({
    perCaller: 1,
    total: 4,
    maxWaiting: { perCaller: 20, total: 1_000 },
    maxWaitMs: 5_000,
  }),
);

async function searchInTurn<T>(userId: string, search: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(userId, 1, search);
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    const message = 'Too many of your searches are running. Send fewer at a time.';
    throw new DomainError('rate_limited', { message, retryAfterSeconds: 1 });
  }
}

/**
 * Templates of an account by their ids, in pages; `next` is the `after` of the next page, null at the end.
 *
 * @throws DomainError `rate_limited` if too many searches of the account run already
 */
export async function listTemplates(
  userId: string,
  { limit, after, search, entityId }: TemplateFilter,
): Promise<{ entries: TemplateRow[]; next: string | null }> {
  const values = [userId, after ?? null, entityId ?? null, search || null, limit + 1];
  const read = () => query<StoredTemplate>('list-dlt-templates', page, values);
  const rows = await (search ? searchInTurn(userId, read) : read());
  const entries = rows.slice(0, limit).map(toTemplateRow);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.templateId ?? null) : null };
}

/** A template of an account; null if the account has none with this id. */
export async function findTemplate(
  userId: string,
  templateId: string,
  tx?: SqlClient,
): Promise<TemplateRow | null> {
  const [found] = await query<StoredTemplate>(
    'find-dlt-template',
    `SELECT ${templateColumns} FROM dlt_templates WHERE user_id = $1 AND template_id = $2`,
    [userId, templateId],
    tx,
  );
  return found ? toTemplateRow(found) : null;
}

/** A body that a rule made stricter since no longer accepts is shown without slots. */
function toTemplateRow({ slots, ...template }: StoredTemplate): TemplateRow {
  const parts = parseTemplate(template.body, slots);
  return { ...template, ...('problem' in parts ? { texts: [template.body], slots: [] } : parts) };
}
