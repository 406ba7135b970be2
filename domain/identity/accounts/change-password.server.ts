import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { markAuthenticated } from '#domain/identity/sessions/mark-authenticated.server.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { revokeAllSessions } from '#domain/identity/sessions/revoke-session.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { query, transaction } from '#platform/db.server.ts';
import { checkPassword } from './check-password.server.ts';
import { hashNewPassword } from './hash-new-password.server.ts';
import { waysToSignIn } from './ways-to-sign-in.server.ts';

/** Only if nobody changed it since the current one was checked. */
const replace = `
  UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2
  RETURNING email`;

/** Links to a new password, and sign-ins under way. */
const forget = `
  DELETE FROM account_tokens WHERE user_id = $1 AND purpose IN ('reset_password', 'sign_in')`;

type Passwords = {
  /** The one of now; left out by who has none yet. */
  current: string | undefined;
  next: string;
};

/**
 * Replaces the password of somebody who is signed in, or sets the first one. Every other session ends, and the
 * owner is mailed.
 *
 * @throws DomainError `invalid_parameter` if the current one is wrong, `reauthentication_required` where there is
 *   none yet and the sign-in is older than 15 minutes, and what `hashNewPassword` throws
 */
export async function changePassword(
  signedIn: SignedInUser,
  { current, next }: Passwords,
): Promise<void> {
  const { userId, sessionId } = signedIn;
  const { name, email, hasPassword } = await waysToSignIn(userId);
  if (!hasPassword) requireRecentSignIn(signedIn);
  const before = hasPassword ? await checkPassword(userId, current ?? '', 'currentPassword') : null;
  const passwordHash = await hashNewPassword(next, { name, email });
  await transaction(async (on) => {
    const [user] = await query<{ email: string }>(
      'change-password',
      replace,
      [userId, before, passwordHash],
      on,
    );
    if (!user) throw changedMeanwhile();
    await query('forget-reset-links', forget, [userId], on);
    await revokeAllSessions(userId, sessionId, on);
    await enqueueEmail('password_changed', user.email, on);
  });
  if (before !== null) await markAuthenticated(signedIn);
}

const changedMeanwhile = () =>
  new DomainError('invalid_parameter', {
    param: 'currentPassword',
    message: 'The password was changed a moment ago. Please enter the new one.',
  });
