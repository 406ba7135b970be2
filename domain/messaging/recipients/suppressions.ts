import { audited } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

/** A number that gets no promotional messages from an account. */
export type Suppression = { recipient: string; reason: string | null; createdAt: Date };

/** The error of a promotional message to a suppressed number, in the form of a batch item's error. */
export const suppressedError = {
  code: 'recipient_suppressed',
  param: 'recipient',
  message: 'This number is on your suppression list, so it gets no promotional messages.',
} as const;

/**
 * The maximum number of suppressed numbers per account. Parallel calls can slightly exceed this limit. Counting this many
 * takes PostgreSQL a few milliseconds.
 */
export const maxSuppressions = 100_000;

const find = `
  SELECT recipient FROM suppressions WHERE user_id = $1 AND recipient = ANY ($2)`;

/** Returns those of the given numbers (in E.164) that an account has suppressed. */
export async function findSuppressed(
  userId: string,
  recipients: string[],
): Promise<ReadonlySet<string>> {
  if (recipients.length === 0) return new Set();
  const rows = await query<{ recipient: string }>('find-suppressed', find, [userId, recipients]);
  return new Set(rows.map(({ recipient }) => recipient));
}

const counts = `
  known AS (
    SELECT count(*) AS numbers FROM (
      SELECT FROM suppressions WHERE user_id = $1 LIMIT ${maxSuppressions}) AS counted
  ),
  fresh AS (
    SELECT recipient FROM unnest($2::text[]) AS recipient WHERE NOT EXISTS (
      SELECT FROM suppressions AS s WHERE s.user_id = $1 AND s.recipient = recipient.recipient)
  ),
  room AS (
    SELECT numbers + (SELECT count(*) FROM fresh) <= ${maxSuppressions} AS "isEnough" FROM known
  )`;

const add = `
  WITH ${counts},
  added AS (
    INSERT INTO suppressions (user_id, recipient, reason, created_at)
    SELECT $1, recipient, $3, $4 FROM fresh, room WHERE "isEnough"
    ORDER BY recipient ON CONFLICT (user_id, recipient) DO NOTHING
    RETURNING recipient
  )
  SELECT "isEnough", (SELECT count(*) FROM added) AS added FROM room`;

const findRoom = `WITH ${counts} SELECT "isEnough" FROM room`;

/**
 * Suppresses numbers. Numbers that are already suppressed do not change.
 *
 * @param recipients in E.164
 * @returns how many of the numbers were not suppressed before
 * @throws DomainError `invalid_parameter` if the account would exceed the limit
 */
export async function suppress(
  userId: string,
  recipients: string[],
  reason: string | null,
): Promise<number> {
  const values = [userId, [...new Set(recipients)], reason, clock.now()];
  return audited(
    async (tx) => {
      const [row] = await query<{ isEnough: boolean; added: number }>('suppress', add, values, tx);
      if (!row?.isEnough) throw tooMany('recipients');
      return row.added;
    },
    (count) =>
      count > 0 ? { accountId: userId, action: 'suppression.create', after: { count } } : null,
  );
}

/**
 * Checks the limit before numbers (in E.164) are added. @throws DomainError `invalid_parameter` if the account would exceed
 * the limit
 */
export async function requireRoomFor(userId: string, recipients: string[]): Promise<void> {
  const values = [userId, recipients];
  const [row] = await query<{ isEnough: boolean }>('find-suppression-room', findRoom, values);
  if (!row?.isEnough) throw tooMany('file');
}

function tooMany(param: string): DomainError {
  const message = `An account can suppress at most ${formatCount(maxSuppressions)} numbers.`;
  return new DomainError('invalid_parameter', { message, param });
}

const remove = 'DELETE FROM suppressions WHERE user_id = $1 AND recipient = $2 RETURNING recipient';

/**
 * Removes a number (in E.164) from the suppressed numbers. @throws DomainError `not_found` if the number is not suppressed
 */
export async function unsuppress(userId: string, recipient: string): Promise<void> {
  await audited(
    async (tx) => {
      const removed = await query('unsuppress', remove, [userId, recipient], tx);
      if (removed.length > 0) return;
      throw new DomainError('not_found', { message: 'This number is not suppressed.' });
    },
    () => ({ accountId: userId, action: 'suppression.delete', after: { count: 1 } }),
  );
}

/** All numbers consist of `+91` and ten digits, so numbers with the same first digits are a range of the primary key. */
const list = `
  SELECT recipient, reason, created_at AS "createdAt" FROM suppressions
  WHERE user_id = $1 AND recipient > $2 AND recipient >= $4 AND recipient <= $5 ORDER BY recipient LIMIT $3`;

type SuppressionFilter = {
  limit: number;
  after?: string | undefined;
  /** The first digits after `+91`. */
  digits?: string | undefined;
};

/** Lists a page of an account's suppressed numbers, in ascending order. `after` is the last number of the previous page. */
export async function listSuppressions(
  userId: string,
  { limit, after = '', digits = '' }: SuppressionFilter,
): Promise<{ entries: Suppression[]; next: string | null }> {
  const [from, to] = ['0', '9'].map((digit) => `+91${digits.slice(0, 10).padEnd(10, digit)}`);
  const values = [userId, after, limit + 1, from, to];
  const rows = await query<Suppression>('list-suppressions', list, values);
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.recipient ?? null) : null };
}

const statement = `
  SELECT recipient, reason, created_at AS "createdAt" FROM suppressions WHERE user_id = $1 AND recipient = $2`;

/** Finds the suppression of a number, in E.164. @returns null if the number is not suppressed */
export async function findSuppression(
  userId: string,
  recipient: string,
): Promise<Suppression | null> {
  const [found] = await query<Suppression>('find-suppression', statement, [userId, recipient]);
  return found ?? null;
}
