import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { sessionIsAlive } from './alive-sql.ts';
import type { SignedInUser } from './contract.ts';

const statement = `
  SELECT 1 FROM sessions WHERE id = $1 AND ${sessionIsAlive('sessions', '$2')} FOR KEY SHARE`;

/**
 * Makes sure that a session is still there, and that nobody ends it before the transaction is over: for what takes
 * long enough that the account's owner may have signed everybody out meanwhile.
 *
 * @throws DomainError `reauthentication_required` if the session is over
 */
export async function holdSession(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  on: Transaction,
): Promise<void> {
  const held = await query('hold-session', statement, [sessionId, clock.now()], on);
  if (held.length === 0) throw new DomainError('reauthentication_required');
}
