import { addressColumn } from '#domain/notifications/channels/manage-channels.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { prisma, query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

const byIdOrEmail = 'SELECT id FROM users WHERE id = $1 OR email_key = $2 LIMIT 1';

/**
 * Finds an account by its id or email address.
 *
 * @throws DomainError `not_found`
 */
export async function findAccountId(given: string): Promise<string> {
  const values = [given.trim(), normalizeEmail(given)];
  const [found] = await query<{ id: string }>('find-account-id', byIdOrEmail, values);
  if (found) return found.id;
  throw new DomainError('not_found', { message: `There is no account ${given}.` });
}

/** An account that a search has found, and how. */
export type FoundAccount = {
  userId: string;
  name: string;
  email: string;
  createdAt: Date;
  isSuspended: boolean;
  /** Why it matches, for example `recipient of msg_…`. */
  match: string;
};

export type AccountSearch = {
  found: FoundAccount[];
  /** Whether the search for a recipient left out accounts, because there are too many. */
  isPartial: boolean;
};

type Match = { userId: string; match: string };

/** At most this many accounts are returned. */
const maxFound = 20;

/**
 * How many accounts a search for a recipient examines, those with the most recent usage months first. Each costs one
 * index lookup per month of messages, because no index has the recipients of all accounts.
 */
const maxSearched = 5_000;

/** How far back a search for a recipient looks, in days. */
const searchedDays = 30;

/** The queries for texts of a known form, such as an id. Each query is a look-up by an index. */
const lookUps: { pattern: RegExp; match: string; sql: string }[] = [
  {
    pattern: /^usr_/,
    match: 'id of the account',
    sql: 'SELECT id AS "userId" FROM users WHERE id = $1',
  },
  {
    pattern: /^dk_/,
    match: 'API ID',
    sql: 'SELECT user_id AS "userId" FROM credentials WHERE key_id = $1',
  },
  {
    pattern: /^hook_/,
    match: 'hook',
    sql: 'SELECT user_id AS "userId" FROM hooks WHERE id = $1',
  },
  {
    pattern: /^msg_/,
    match: 'message',
    sql: `SELECT user_id AS "userId" FROM messages WHERE id = $1
      UNION ALL SELECT user_id FROM scheduled_messages WHERE id = $1 LIMIT 1`,
  },
  {
    pattern: /^(ord|order|pay)_/,
    match: 'order',
    sql: `SELECT user_id AS "userId" FROM orders
      WHERE id = $1 OR provider_order_id = $1 OR payment_id = $1
      UNION SELECT o.user_id FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE p.id = $1 LIMIT 1`,
  },
  {
    pattern: /@/,
    match: 'email address',
    sql: 'SELECT id AS "userId" FROM users WHERE email_key = lower($1)',
  },
];

/**
 * Finds accounts by their id or email address, by an API ID, by the id of a hook, message, order or payment, or by the
 * phone number of the owner or of a recipient. Any other text is compared with the beginnings of names.
 */
export async function findAccounts(given: string): Promise<AccountSearch> {
  const text = given.trim();
  if (text === '') return { found: [], isPartial: false };
  const lookUp = lookUps.find(({ pattern }) => pattern.test(text));
  if (lookUp) {
    const { match, sql } = lookUp;
    const rows = await query<{ userId: string }>(`find-account-by-${match}`, sql, [text]);
    return { found: await toFound(rows.map((row) => ({ ...row, match }))), isPartial: false };
  }
  const number = /^[+\d\s()-]{8,20}$/.test(text) ? recipientInput.safeParse(text).data : undefined;
  if (number === undefined)
    return { found: await toFound(await findByName(text)), isPartial: false };
  const [owners, recipients] = await Promise.all([findOwners(number), findByRecipient(number)]);
  return {
    found: await toFound([...owners, ...recipients.matches]),
    isPartial: recipients.isPartial,
  };
}

/** Matches the beginning of a name. Names have no index, so this reads all accounts, which are not very many. */
const byName = `
  SELECT id AS "userId", 'name' AS match FROM users
  WHERE starts_with(lower(name), lower($1)) ORDER BY created_at DESC LIMIT ${maxFound}`;

const findByName = (text: string) => query<Match>('find-account-by-name', byName, [text]);

/** How many channels with the same masked number are decrypted. */
const maxDecrypted = 200;

/** Finds the owners whose notifications go to a number. The numbers are encrypted, so those with the same ending are decrypted. */
async function findOwners(number: string): Promise<Match[]> {
  const rows = await prisma.notificationChannel.findMany({
    where: { kind: 'sms', hint: { endsWith: number.slice(-4) } },
    take: maxDecrypted,
  });
  return rows
    .filter((row) => addressColumn.decrypt(row, row.addressEncrypted) === number)
    .map(({ userId }) => ({ userId, match: 'phone number of the owner' }));
}

const byRecipient = `
  WITH account AS MATERIALIZED (
    SELECT user_id FROM usage_periods WHERE starts_at > now() - interval '70 days' AND messages_used > 0
    GROUP BY user_id ORDER BY max(starts_at) DESC LIMIT ${maxSearched + 1}
  ),
  searched AS MATERIALIZED (SELECT user_id FROM account LIMIT ${maxSearched}),
  hit AS (
    SELECT searched.user_id, m.id FROM searched, LATERAL (
      SELECT id FROM messages WHERE user_id = searched.user_id AND recipient = $1 AND id >= $2 AND id < $3
      ORDER BY id DESC LIMIT 1) AS m
    ORDER BY m.id DESC LIMIT ${maxFound}
  )
  SELECT user_id AS "userId", 'recipient of ' || id AS match, (SELECT count(*) FROM account)::int AS accounts FROM hit
  UNION ALL SELECT NULL, NULL, (SELECT count(*) FROM account)::int`;

type RecipientRow = { userId: string | null; match: string | null; accounts: number };

async function findByRecipient(number: string) {
  const now = Date.now();
  const from = minIdAt('msg', now - searchedDays * 86_400_000);
  const values = [number, from, minIdAt('msg', now + 86_400_000)];
  const rows = await query<RecipientRow>('find-account-by-recipient', byRecipient, values);
  return {
    matches: rows.flatMap(({ userId, match }) =>
      userId === null || match === null ? [] : [{ userId, match }],
    ),
    isPartial: (rows[0]?.accounts ?? 0) > maxSearched,
  };
}

const foundSql = `
  SELECT u.id AS "userId", u.name, u.email, u.created_at AS "createdAt",
    EXISTS (SELECT FROM account_suspensions AS s WHERE s.user_id = u.id) AS "isSuspended"
  FROM users AS u WHERE u.id = ANY ($1)`;

async function toFound(matches: Match[]): Promise<FoundAccount[]> {
  if (matches.length === 0) return [];
  const ids = matches.map(({ userId }) => userId);
  const rows = await query<Omit<FoundAccount, 'match'>>('found-accounts', foundSql, [ids]);
  const rowOf = new Map(rows.map((row) => [row.userId, row]));
  return matches.slice(0, maxFound).flatMap(({ userId, match }) => {
    const row = rowOf.get(userId);
    return row ? [{ ...row, match }] : [];
  });
}

const latestSql = `
  SELECT u.id AS "userId", u.name, u.email, u.created_at AS "createdAt", true AS "isSuspended", s.reason AS match
  FROM account_suspensions AS s JOIN users AS u ON u.id = s.user_id ORDER BY s.suspended_at DESC LIMIT 100`;

/** The suspended accounts, latest suspension first, with the reason as `match`; at most 100. */
export const listSuspended = (): Promise<FoundAccount[]> =>
  query<FoundAccount>('list-suspended', latestSql, []);
