import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget, NotDone } from '#platform/limits/fair-budget.ts';
import type { Chain, Entity, HeaderRow, Link, TemplateRow } from './contract.browser.ts';
import { parseTemplate } from './parse-template.browser.ts';
import type { DeclaredSlot } from './slots.browser.ts';

/**
 * Lists the entities of an account, or only one of them, sorted by id. `registryLimits` limits the length of this list and of
 * the other lists in this file.
 */
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

/** Lists the headers of an account, or only one of them, sorted by name. */
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

/** Lists the links, phone numbers and email addresses of an account, sorted by kind and value. */
export const listLinks = (userId: string): Promise<Link[]> =>
  query<Link>(
    'list-dlt-links',
    'SELECT kind, value FROM dlt_links WHERE user_id = $1 ORDER BY kind::text COLLATE "C", value COLLATE "C"',
    [userId],
  );

/** Lists the chains of an account, sorted by entity and carrier. */
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

/**
 * Reads a page along the primary key. A search reads the bodies of all templates of the account, which together have at
 * most 2,000,000 characters.
 */
const page = `
  SELECT ${templateColumns} FROM dlt_templates
  WHERE user_id = $1 AND ($2::text IS NULL OR template_id > $2)
    AND ($3::text IS NULL OR entity_id = $3)
    AND ($4::text IS NULL OR template_id = $4 OR strpos(lower(name), lower($4)) > 0 OR strpos(lower(body), lower($4)) > 0)
  ORDER BY template_id LIMIT $5`;

type TemplateFilter = {
  limit: number;
  /** The `next` of the previous page. */
  after?: string | undefined;
  /** A template's id, or a part of its name or body. */
  search?: string | undefined;
  entityId?: string | undefined;
};

/**
 * Limits searches, because a search without results takes PostgreSQL 20 ms. Each web process runs one search per account at
 * a time, and four in total.
 */
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
 * Lists a page of an account's templates, sorted by id. `next` is the value of `after` for the next page; null on the last
 * page.
 *
 * @throws DomainError `rate_limited` if too many searches of the account are running
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

/** Lists the newest templates of an account, ordered by name, so that a user can choose one. */
export const listTemplateNames = (userId: string, limit: number) =>
  query<{ id: string; name: string }>(
    'list-dlt-template-names',
    `SELECT template_id AS id, name FROM (
       SELECT template_id, name FROM dlt_templates WHERE user_id = $1 ORDER BY template_id DESC LIMIT $2) AS newest
     ORDER BY lower(name), template_id`,
    [userId, limit],
  );

/** Returns the names of the given templates, by template id. Templates that the account does not have are left out. */
export async function findTemplateNames(
  userId: string,
  templateIds: string[],
): Promise<Record<string, string>> {
  if (templateIds.length === 0) return {};
  const found = await query<{ id: string; name: string }>(
    'find-dlt-template-names',
    'SELECT template_id AS id, name FROM dlt_templates WHERE user_id = $1 AND template_id = ANY ($2)',
    [userId, templateIds],
  );
  return Object.fromEntries(found.map(({ id, name }) => [id, name]));
}

/** Finds a template of an account; null if the account has no template with this id. */
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

/**
 * Splits the body into fixed texts and slots. If a rule has become stricter since the registration and rejects the body,
 * the template is shown without slots.
 */
function toTemplateRow({ slots, ...template }: StoredTemplate): TemplateRow {
  const parts = parseTemplate(template.body, slots);
  return { ...template, ...('problem' in parts ? { texts: [template.body], slots: [] } : parts) };
}

/** The maximum number of suggested headers; more would only make the page longer. */
const maxSuggested = 50;

/** Approved headers of an account, to choose from. */
export const suggestHeaders = async (userId: string): Promise<string[]> =>
  (await listHeaders(userId))
    .filter(({ status }) => status === 'approved')
    .slice(0, maxSuggested)
    .map(({ header }) => header);

/**
 * Lists headers of an account for the filter of the message log. Includes headers in any state, because messages may
 * have been sent with a header that is suspended now.
 */
export const listHeaderNames = async (userId: string): Promise<string[]> =>
  (await listHeaders(userId)).slice(0, maxSuggested).map(({ header }) => header);
