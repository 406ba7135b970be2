import { checkPassword } from '#domain/identity/accounts/check-password.ts';
import { getSignInMethods } from '#domain/identity/accounts/get-sign-in-methods.ts';
import type { Origin } from '#domain/identity/accounts/limit-auth-attempts.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { lockSession } from '#domain/identity/sessions/lock-session.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { undoDays } from './contract.browser.ts';

/** Waits for logins and for changes of the password that have begun, and lets later ones wait. */
const lock = `
  SELECT email FROM users WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 FOR UPDATE`;

const insert = `
  INSERT INTO account_deletions (user_id, requested_at, due_at)
  VALUES ($1, now(), now() + interval '${undoDays} days')
  RETURNING due_at AS "dueAt"`;

/** Of an earlier deletion that was undone, or about to sign in. */
const deleteTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose IN ('sign_in', 'undo_account_deletion')`;

/**
 * Asks for the account of a signed-in user to be deleted. All sessions end with it, this one too, so that of two requests
 * only one succeeds.
 *
 * @param password left out by an account without one, which needs a recent sign-in instead
 * @returns when the deletion begins, unless it is undone
 * @throws DomainError `invalid_parameter` if the password is wrong, `rate_limited`, `reauthentication_required` if the
 *   session has ended meanwhile, or there is no password and the sign-in is older than 15 minutes
 */
export async function requestDeletion(
  signedIn: SignedInUser,
  password: string | undefined,
  origin: Origin,
): Promise<Date> {
  const { userId } = signedIn;
  const { hasPassword } = await getSignInMethods(userId);
  if (!hasPassword) requireRecentSignIn(signedIn);
  const hash = hasPassword ? await checkPassword(userId, password ?? '', origin) : null;
  return transaction(async (tx) => {
    const [user] = await query<{ email: string }>('lock-user-to-close', lock, [userId, hash], tx);
    if (!user) throw changedMeanwhile();
    await lockSession(signedIn, tx);
    const [added] = await query<{ dueAt: Date }>('insert-account-deletion', insert, [userId], tx);
    invariant(added, 'an account with a session has no deletion');
    await revokeAllSessions(userId, undefined, tx);
    await query('delete-tokens-of-closed-account', deleteTokens, [userId], tx);
    await enqueueEmail('account_deletion_requested', user.email, tx);
    return added.dueAt;
  });
}

const changedMeanwhile = () =>
  new DomainError('invalid_parameter', {
    param: 'password',
    message: 'The password was changed a moment ago. Please enter the new one.',
  });
