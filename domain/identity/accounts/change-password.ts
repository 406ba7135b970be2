import { logAuthEvent } from '#domain/identity/auth-events.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { markAuthenticated, revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { checkPassword } from './check-password.ts';
import { getSignInMethods } from './get-sign-in-methods.ts';
import { hashNewPassword } from './hash-password.ts';
import type { Origin } from './limit-auth-attempts.ts';

/** Changes nothing if the password changed after the current one was checked. */
const replace = `
  UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2
  RETURNING email`;

/** Pending password reset links and sign-in codes. */
const deleteTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose IN ('reset_password', 'sign_in')`;

type Passwords = {
  /** The current password; undefined if the user has none yet. */
  current: string | undefined;
  next: string;
};

/**
 * Changes a signed-in user's password, or sets the first one. Ends every other session and notifies
 * the owner by email.
 *
 * @throws DomainError `invalid_parameter` if the current password is wrong, `rate_limited`,
 *   `reauthentication_required` if there is none yet and the sign-in is older than 15 minutes, and
 *   what `hashNewPassword` throws
 */
export async function changePassword(
  signedIn: SignedInUser,
  { current, next }: Passwords,
  origin: Origin,
): Promise<void> {
  const { userId, sessionId } = signedIn;
  const { name, email, hasPassword } = await getSignInMethods(userId);
  if (!hasPassword) requireRecentSignIn(signedIn);
  const before = hasPassword
    ? await checkPassword(userId, current ?? '', { param: 'currentPassword', ...origin })
    : null;
  const passwordHash = await hashNewPassword(next, { name, email });
  await transaction(async (tx) => {
    const [user] = await query<{ email: string }>(
      'change-password',
      replace,
      [userId, before, passwordHash],
      tx,
    );
    if (!user) throw changedMeanwhile();
    await query('delete-reset-tokens', deleteTokens, [userId], tx);
    await revokeAllSessions(userId, sessionId, tx);
    await enqueueEmail('password_changed', user.email, tx);
  });
  logAuthEvent('password_changed', { accountId: userId, from: origin.from });
  if (before !== null) await markAuthenticated(signedIn);
}

const changedMeanwhile = () =>
  new DomainError('invalid_parameter', {
    param: 'currentPassword',
    message: 'The password was changed a moment ago. Please enter the new one.',
  });
