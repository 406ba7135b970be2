import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import type { SignedInUser } from './contract.ts';

/**
 * SQL condition: the session has not expired.
 *
 * @param table the statement's alias of `sessions`
 * @param now the parameter with the current time
 */
export const activeSessionSql = (table: string, now: string) => `${table}.expires_at > ${now}`;

const statement = `
  SELECT 1 FROM sessions WHERE id = $1 AND ${activeSessionSql('sessions', '$2')} FOR KEY SHARE`;

/**
 * Checks that a session still exists, and keeps it from being ended until the transaction commits.
 * For slow operations, during which the owner may sign out everywhere.
 *
 * @throws DomainError `reauthentication_required` if the session has ended
 */
export async function lockSession(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  tx: Transaction,
): Promise<void> {
  const locked = await query('lock-session', statement, [sessionId, clock.now()], tx);
  if (locked.length === 0) throw new DomainError('reauthentication_required');
}
