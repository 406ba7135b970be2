import { createSession } from '#domain/identity/sessions/create-session.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import type { LogInInput } from './contract.ts';
import { verifyPassword } from './hash-password.server.ts';
import { beginAttempt } from './login-attempts.server.ts';
import { type Device, noteDevice } from './note-device.server.ts';
import { redeemLoginCode } from './redeem-login-code.server.ts';
import { requestLoginCode } from './request-login-code.server.ts';

/** Holds the password that was checked until the session is there: a reset waits, and then ends it. */
const lockPasswordRow = 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE';

/**
 * Signs in by an address and its password. An address that nobody has goes the same way and takes the same
 * time. Attempts are counted before the password is looked at, so that many at once gain nothing; a
 * right one is held back, and ends that count.
 *
 * After `failedLoginCeiling` wrong passwords a mailed code is asked for besides. Then right and wrong
 * passwords are answered alike, so that nobody learns by guessing which one is right.
 *
 * @param holder who is given the session's token; a new device is told to the owner by mail
 * @returns the user's id, and the token of a new session
 * @throws DomainError `invalid_credentials`; `login_code_required` where a code is asked for and none was
 *   sent, `login_code_incorrect` where the password or the code is wrong
 */
export async function logIn(
  { email, password, code }: LogInInput,
  holder: Device,
): Promise<{ userId: string; token: string }> {
  const emailKey = normalizeEmail(email);
  const { account, asksForCode, succeeded } = await beginAttempt(emailKey);
  const found = await prisma.user.findUnique({
    where: { emailKey },
    select: { id: true, email: true, passwordHash: true },
  });
  const isRight = await verifyPassword(password, found?.passwordHash ?? null);
  const user = isRight ? found : null;
  if (asksForCode) await checkCode(account, user, code);
  if (!user) throw wrong();
  const token = await transaction(async (on) => {
    const held = await query('hold-password', lockPasswordRow, [user.id, user.passwordHash], on);
    if (held.length === 0) throw wrong();
    await noteDevice(user.id, holder, on);
    return createSession(user.id, holder, on);
  });
  await succeeded();
  return { userId: user.id, token };
}

/** @param user null if the password is wrong: then no code is right either */
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

const wrong = () =>
  new DomainError('invalid_credentials', { message: 'Incorrect e-mail or password.' });
