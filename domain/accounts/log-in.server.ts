import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#domain/shared/errors.ts';
import { createAttempts } from '#platform/attempts.server.ts';
import { keyedHash } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';
import type { LogInInput } from './contract.ts';
import { emailKeyOf } from './email-key.ts';
import { isPassword } from './hash-password.server.ts';
import { attemptsSeconds, delayMs } from './slow-down.ts';

const attempts = createAttempts('login', { seconds: attemptsSeconds });

/**
 * Checks an address and its password. An address that nobody has goes the same way and takes the same
 * time. Attempts are counted before the password is looked at, so that many at once gain nothing; a
 * right one is never refused, only held back, and ends the count.
 *
 * @returns the user's id
 * @throws DomainError `invalid_credentials`
 */
export async function logIn({ email, password }: LogInInput): Promise<string> {
  const emailKey = emailKeyOf(email);
  const counter = keyedHash('login-attempts', emailKey).toString('base64url');
  await sleep(delayMs((await attempts.count(counter)) - 1));
  const user = await prisma.user.findUnique({
    where: { emailKey },
    select: { id: true, passwordHash: true },
  });
  if (!(await isPassword(password, user?.passwordHash ?? null)) || !user) {
    throw new DomainError('invalid_credentials', { message: 'Incorrect e-mail or password.' });
  }
  await attempts.forget(counter);
  return user.id;
}
