import { setTimeout as sleep } from 'node:timers/promises';
import { beginSession, type Holder } from '#domain/sessions/begin-session.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { createAttempts } from '#platform/attempts.server.ts';
import { keyedHash } from '#platform/crypto.server.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import type { LogInInput } from './contract.ts';
import { emailKeyOf } from './email-key.ts';
import { isPassword } from './hash-password.server.ts';
import { attemptsSeconds, delayMs } from './slow-down.ts';

const attempts = createAttempts('login', { seconds: attemptsSeconds });

/** Holds the password that was checked until the session is there: a reset waits, and then ends it. */
const hold = 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE';

/**
 * Signs in by an address and its password. An address that nobody has goes the same way and takes the same
 * time. Attempts are counted before the password is looked at, so that many at once gain nothing; a
 * right one is never refused, only held back, and ends the count.
 *
 * @param holder who is given the session's token
 * @returns the user's id, and the token of a new session
 * @throws DomainError `invalid_credentials`
 */
export async function logIn(
  { email, password }: LogInInput,
  holder: Holder,
): Promise<{ userId: string; token: string }> {
  const emailKey = emailKeyOf(email);
  const counter = keyedHash('login-attempts', emailKey).toString('base64url');
  await sleep(delayMs((await attempts.count(counter)) - 1));
  const user = await prisma.user.findUnique({
    where: { emailKey },
    select: { id: true, passwordHash: true },
  });
  if (!(await isPassword(password, user?.passwordHash ?? null)) || !user) throw wrong();
  const token = await transaction(async (on) => {
    const held = await query('hold-password', hold, [user.id, user.passwordHash], on);
    if (held.length === 0) throw wrong();
    return beginSession(user.id, holder, on);
  });
  await attempts.forget(counter);
  return { userId: user.id, token };
}

const wrong = () =>
  new DomainError('invalid_credentials', { message: 'Incorrect e-mail or password.' });
