import { loggingAttempt } from '#domain/identity/auth-events.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import type { LogInInput } from './contract.browser.ts';
import { verifyPassword } from './hash-password.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import { beginAttempt } from './login-attempts.ts';
import { redeemLoginCode, requestLoginCode } from './login-code.ts';
import { type Device, recordDevice } from './record-device.ts';

/**
 * Locks the checked password until the session exists: a parallel reset waits, and then ends the
 * session.
 */
const lockPasswordRow = `
  SELECT EXISTS (SELECT FROM account_deletions WHERE user_id = $1) AS "isClosing"
  FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE`;

/**
 * Signs in with email address and password. An unknown address takes the same path and time. Attempts are
 * counted before the password is checked, so that parallel ones gain nothing; they are delayed, and a
 * successful one resets the count.
 *
 * After `failedLoginCeiling` wrong passwords an emailed code is required too. Right and wrong passwords then
 * give the same response, so that guessing does not reveal which one is right.
 *
 * @param device what receives the session's token; a new device is reported to the owner by email
 * @returns the user's id, and the token of a new session
 * @throws DomainError `invalid_credentials`; `login_code_required` if a code is required and none was sent,
 *   `login_code_incorrect` if the password or the code is wrong; `account_deletion_pending` for a program;
 *   `rate_limited`
 */
export function logIn(
  input: LogInInput,
  device: Device,
  origin: Origin,
): Promise<{ userId: string; token: string }> {
  const about: { accountId?: string; from: string | null; by: 'password' } = {
    ...{ from: origin.from, by: 'password' },
  };
  return loggingAttempt({ succeeded: 'login_succeeded', failed: 'login_failed' }, about, () =>
    attempt(input, device, origin, (accountId) => {
      about.accountId = accountId;
    }),
  );
}

async function attempt(
  { email, password, code }: LogInInput,
  device: Device,
  origin: Origin,
  onAccount: (accountId: string) => void,
): Promise<{ userId: string; token: string }> {
  await limitAuthAttempt('login', origin, email);
  const emailKey = normalizeEmail(email);
  const { account, asksForCode, succeeded } = await beginAttempt(emailKey);
  const found = await prisma.user.findUnique({
    where: { emailKey },
    select: { id: true, email: true, passwordHash: true },
  });
  if (found) onAccount(found.id);
  const isRight = await verifyPassword(password, found?.passwordHash ?? null);
  const user = isRight ? found : null;
  if (asksForCode) await checkCode(account, user, code);
  if (!user) throw incorrectCredentials();
  const token = await transaction(async (tx) => {
    const values = [user.id, user.passwordHash];
    const [locked] = await query<Locked>('lock-password', lockPasswordRow, values, tx);
    if (!locked) throw incorrectCredentials();
    // In a browser it leads to the page that undoes the deletion, and nowhere else.
    if (locked.isClosing && device.kind === 'program') {
      throw new DomainError('account_deletion_pending');
    }
    await recordDevice(user.id, device, tx);
    return createSession(user.id, device, tx);
  });
  await succeeded();
  return { userId: user.id, token };
}

type Locked = { isClosing: boolean };

/** @param user null if the password is wrong: then every code is rejected */
async function checkCode(
  account: string,
  user: { id: string; email: string } | null,
  code: string | undefined,
): Promise<void> {
  if (code === undefined || code === '') {
    await requestLoginCode(account, user?.email ?? null);
    throw new DomainError('login_code_required', { param: 'code' });
  }
  if (await redeemLoginCode(user?.id ?? '', code)) return;
  throw new DomainError('login_code_incorrect', { param: 'code' });
}

const incorrectCredentials = () =>
  new DomainError('invalid_credentials', { message: 'Incorrect email or password.' });
