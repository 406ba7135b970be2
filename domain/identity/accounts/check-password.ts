import { loggingAttempt } from '#domain/identity/auth-events.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { verifyPassword } from './hash-password.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import { beginAttempt } from './login-attempts.ts';

/**
 * Checks the password that a signed-in user enters again. Wrong ones count together with failed
 * logins and are delayed like them.
 *
 * @param options `param` is the form field that the password was entered into
 * @returns the matching hash, for a statement that depends on it
 * @throws DomainError `invalid_parameter` if it is wrong, `rate_limited` after too many attempts or if a login
 *   would require an emailed code, `not_found`
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
        'Too many wrong passwords were entered for this account. Please log out and sign in again: we mail you a code.',
    });
  }
  const isRight = await verifyPassword(password, user.passwordHash);
  if (!isRight || user.passwordHash === null) {
    throw new DomainError('invalid_parameter', { param, message: 'The password is not correct.' });
  }
  await succeeded();
  return user.passwordHash;
}
