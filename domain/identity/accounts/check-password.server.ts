import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { verifyPassword } from './hash-password.server.ts';
import { beginAttempt } from './login-attempts.server.ts';

/**
 * Checks the password that somebody who is signed in enters once more. Wrong ones are counted together with
 * those of the login, and held back like them.
 *
 * @param param the field that it was entered into
 * @returns the hash that it fits, for a statement that relies on it
 * @throws DomainError `invalid_parameter` if it is wrong, `rate_limited` where the login asks for a mailed code,
 *   `not_found`
 */
export async function checkPassword(
  userId: string,
  password: string,
  param = 'password',
): Promise<string> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { emailKey: true, passwordHash: true },
  });
  if (!user) throw new DomainError('not_found');
  const { asksForCode, succeeded } = await beginAttempt(user.emailKey);
  if (asksForCode) {
    throw new DomainError('rate_limited', {
      message:
        'Too many wrong passwords were entered for this account. Please log out and sign in again: we mail you a code.',
    });
  }
  const right = await verifyPassword(password, user.passwordHash);
  if (!right || user.passwordHash === null) {
    throw new DomainError('invalid_parameter', { param, message: 'The password is not correct.' });
  }
  await succeeded();
  return user.passwordHash;
}
