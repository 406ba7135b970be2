import { hashToken, validMailedTokenSql } from '#domain/identity/accounts/account-tokens.ts';
import { limitAuthAttempt, type Origin } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { hashSessionToken } from '#domain/identity/sessions/create-session.ts';
import { activeSessionSql } from '#domain/identity/sessions/lock-session.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';

/** A session of an account that is to be deleted, which may undo that and nothing else. */
export type PendingDeletion = { userId: string; sessionId: string; dueAt: Date };

const bySession = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", due_at AS "dueAt"
  FROM sessions AS s JOIN account_deletions USING (user_id)
  WHERE token_hash = $1 AND kind = 'browser' AND ${activeSessionSql('s', '$2')} AND started_at IS NULL`;

/** The pending deletion of the account of a browser's session; `findSession` does not find such a session. */
export async function findPendingDeletion(token: string): Promise<PendingDeletion | null> {
  const values = [hashSessionToken(token), clock.now()];
  const [found] = await query<PendingDeletion>('find-pending-deletion', bySession, values);
  return found ?? null;
}

/** A deletion that has started stays: the worker that started it holds the row, or has committed. */
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
 * Undoes the deletion of an account whose owner has just signed in.
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
