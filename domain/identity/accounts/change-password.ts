import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent, loggingAttempt } from '#domain/identity/auth-events.ts';
import { requireRecentFactor } from '#domain/identity/factors/manage-factors.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { type RenewedSession, renewSession } from '#domain/identity/sessions/create-session.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { hashNewPassword, verifyPassword } from './hash-password.ts';
import { beginAttempt, limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import { getSignInMethods } from './sign-in-with-provider.ts';

/** Matches no row if the password has changed after it was checked. */
const replace = `
  UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2
  RETURNING email`;

/** Deletes pending password reset links and one-time sign-in codes. */
const deleteTokens = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose IN ('reset_password', 'sign_in')`;

type Passwords = {
  /** The current password; undefined if the user has no password yet. */
  current: string | undefined;
  next: string;
};

/**
 * Checks the password that a signed-in user enters again. Wrong passwords count as failed logins and have the same delays.
 *
 * @param options `param` is the form field that the password was entered into
 * @returns the stored hash, which a later statement compares, so that it fails if the password has changed since this check
 * @throws DomainError `invalid_parameter` if the password is wrong, `rate_limited` after too many attempts or if a login would
 *   require an emailed code, `not_found`
 */
export const checkPassword = (
  userId: string,
  password: string,
  { param = 'password', from }: Origin & { param?: string },
): Promise<string> =>
  loggingAttempt(
    { succeeded: 'password_confirmed', failed: 'password_refused' },
    { accountId: userId, from },
    () => check(userId, password, { param, from }),
  );

async function check(
  userId: string,
  password: string,
  { param, from }: Origin & { param: string },
): Promise<string> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { emailKey: true, passwordHash: true },
  });
  if (!user) throw new DomainError('not_found');
  await limitAuthAttempt('login', { from }, user.emailKey);
  const { asksForCode, succeeded } = await beginAttempt(user.emailKey);
  if (asksForCode) {
    throw new DomainError('rate_limited', {
      message:
        'Too many wrong passwords were entered for this account. Please log out and log in again: we will email you a code.',
    });
  }
  const isRight = await verifyPassword(password, user.passwordHash);
  if (!isRight || user.passwordHash === null) {
    throw new DomainError('invalid_parameter', { param, message: 'The password is not correct.' });
  }
  await succeeded();
  return user.passwordHash;
}

/**
 * Changes a signed-in user's password, or sets the first password of an account without one. Ends every other session and
 * notifies the owner by email. Second factors stay as they are.
 *
 * @returns the session with a new token, if a password was entered
 * @throws DomainError `invalid_parameter` if the current password is wrong, `rate_limited`, `reauthentication_required` if
 *   the sign-in is older than 15 minutes and there is no password yet, or a second factor; and the errors of `hashNewPassword`
 */
export async function changePassword(
  signedIn: SignedInUser,
  { current, next }: Passwords,
  origin: Origin,
): Promise<RenewedSession | null> {
  const { userId, sessionId } = signedIn;
  const { name, email, hasPassword } = await getSignInMethods(userId);
  if (hasPassword) await requireRecentFactor(signedIn);
  else requireRecentSignIn(signedIn);
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
    await recordAudit(tx, { accountId: userId, action: 'password.change' });
  });
  logAuthEvent('password_changed', { accountId: userId, from: origin.from });
  return before === null ? null : renewSession(signedIn, ['password']);
}

const changedMeanwhile = () =>
  new DomainError('invalid_parameter', {
    param: 'currentPassword',
    message: 'The password was changed a moment ago. Please enter the new one.',
  });
