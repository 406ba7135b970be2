import { hashToken, validMailedTokenSql } from '#domain/identity/accounts/account-tokens.server.ts';
import {
  limitAuthAttempt,
  type Origin,
} from '#domain/identity/accounts/limit-auth-attempts.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction, transaction } from '#platform/db.server.ts';

/** A deletion that has started stays: whoever started it holds the row, or has committed. */
const undo = `
  DELETE FROM account_deletions USING users
  WHERE user_id = $1 AND started_at IS NULL AND users.id = user_id
  RETURNING users.email`;

const deleteTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'undo_account_deletion'`;

const consumeToken = `
  DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql}
  RETURNING account_tokens.user_id AS "userId"`;

/**
 * Undoes a deletion for somebody who has just signed in.
 *
 * @returns whether there was one that could be undone
 */
export const undoDeletion = (userId: string): Promise<boolean> =>
  transaction((tx) => undoWithin(userId, tx));

/**
 * Undoes a deletion by the mailed link.
 *
 * @throws DomainError `invalid_parameter` for a link that is unknown, used or too late; `rate_limited`
 */
export async function undoDeletionByLink(token: string, origin: Origin): Promise<void> {
  await limitAuthAttempt('reset', origin, token);
  const isUndone = await transaction(async (tx) => {
    const values = [hashToken(token), 'undo_account_deletion', clock.now()];
    const [owner] = await query<{ userId: string }>('take-undo-link', consumeToken, values, tx);
    return owner !== undefined && (await undoWithin(owner.userId, tx));
  });
  if (!isUndone) throw invalidLink();
}

async function undoWithin(userId: string, tx: Transaction): Promise<boolean> {
  const [user] = await query<{ email: string }>('undo-account-deletion', undo, [userId], tx);
  if (!user) return false;
  await query('delete-undo-links', deleteTokens, [userId], tx);
  await enqueueEmail('account_deletion_undone', user.email, tx);
  return true;
}

const invalidLink = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message:
      'This link has expired or was already used, or the deletion has begun and can no longer be undone.',
  });
