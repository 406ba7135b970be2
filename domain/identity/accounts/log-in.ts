import { randomInt } from 'node:crypto';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent, loggingAttempt } from '#domain/identity/auth-events.ts';
import { beginPendingSignIn } from '#domain/identity/factors/pending-sign-ins.ts';
import { redeemTrustedDevice } from '#domain/identity/factors/trusted-devices.ts';
import { hasSecondFactor, verifyFactorCode } from '#domain/identity/factors/verify-code.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { foldDigits } from '#domain/sms/digits.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { hashToken } from './account-tokens.ts';
import { type LogInInput, loginCode } from './contract.browser.ts';
import { verifyPassword } from './hash-password.ts';
import { beginAttempt, limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';
import { type Device, recordDevice } from './record-device.ts';

/**
 * Locks the user's row, if it still has the checked password, until the session is committed. A parallel password reset waits
 * for the lock, and then also ends the new session.
 */
const lockPasswordRow = `
  SELECT EXISTS (SELECT FROM account_deletions WHERE user_id = $1) AS "isClosing"
  FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE`;

/**
 * Signs in with email address and password. An attempt with an unknown email address takes the same path and time. Each
 * attempt is counted before the password is checked, so that parallel attempts cannot exceed the limits. After several
 * failed attempts, further attempts are delayed. A successful attempt ends the delays.
 *
 * After `failedLoginCeiling` wrong passwords, a login also requires an emailed code. From then on, the response is the same
 * for the right password and for a wrong one, so that guessing does not reveal the right password.
 *
 * @param device the browser or program that receives the session's token. If the device is new to the account, the owner gets
 *   an email.
 * If the account has a second factor, a program must send `secondFactor` with the password. A browser gets no session
 * yet but a pending sign-in (`factors`), unless the device is trusted.
 *
 * @returns the user's id, and the token of a new session or of a pending sign-in
 * @throws DomainError `invalid_credentials`; `login_code_required` if a code is required and none was sent,
 *   `login_code_incorrect` if the password or the code is wrong; `second_factor_required` and `second_factor_incorrect` for a
 *   program; `account_deletion_pending` for a program; `rate_limited`
 */
export function logIn(input: LogInInput, device: Device, origin: Origin): Promise<SignedIn> {
  const about: { accountId?: string; from: string | null; by: 'password' } = {
    ...{ from: origin.from, by: 'password' },
  };
  const succeeded = toEvent;
  return loggingAttempt({ succeeded, failed: 'login_failed' }, about, () =>
    attempt(input, device, origin, (accountId) => {
      about.accountId = accountId;
    }),
  );
}

/** `token` belongs to a session; if `isPending` is true, to a sign-in that waits for its second factor. */
export type SignedIn = { userId: string; token: string; isPending: boolean };

const toEvent = ({ isPending }: SignedIn) => (isPending ? 'login_factor_asked' : 'login_succeeded');

async function attempt(
  { email, password, code, secondFactor }: LogInInput,
  device: Device,
  origin: Origin,
  onAccount: (accountId: string) => void,
): Promise<SignedIn> {
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
  const factor = device.kind === 'program' ? await proveFactor(user.id, secondFactor, origin) : [];
  const result = await transaction(async (tx) => {
    const values = [user.id, user.passwordHash];
    const [locked] = await query<Locked>('lock-password', lockPasswordRow, values, tx);
    if (!locked) throw incorrectCredentials();
    // A program gets this error. A browser gets a session, which can only open the page that undoes the deletion.
    if (locked.isClosing && device.kind === 'program') {
      throw new DomainError('account_deletion_pending');
    }
    return beginSession(user.id, device, ['password', ...factor], tx);
  });
  await succeeded();
  return { userId: user.id, ...result };
}

/**
 * Checks the second factor that a program sends with the password.
 *
 * @throws DomainError `second_factor_required`, `second_factor_incorrect`
 */
async function proveFactor(
  userId: string,
  secondFactor: string | undefined,
  origin: Origin,
): Promise<string[]> {
  if (!(await hasSecondFactor(userId))) return [];
  if (!secondFactor) throw new DomainError('second_factor_required', { param: 'secondFactor' });
  return [await verifyFactorCode(userId, secondFactor, origin)];
}

/**
 * Creates a session, or a pending sign-in if the account has a second factor that was not proved yet. On a trusted
 * device, the second factor is not needed, but the session must prove it before its first sensitive action.
 *
 * @param proved begins with `password` or `provider`
 */
async function beginSession(
  userId: string,
  device: Device,
  proved: ['password' | 'provider', ...string[]],
  tx: Transaction,
): Promise<{ token: string; isPending: boolean }> {
  const { isRemembered = false } = device;
  const needsFactor = proved.length === 1 && (await hasSecondFactor(userId, tx));
  const isTrusted =
    needsFactor && device.trusted ? await redeemTrustedDevice(userId, device.trusted, tx) : false;
  if (needsFactor && !isTrusted) {
    const pending = { proved: proved[0], isRemembered };
    return { token: await beginPendingSignIn(userId, pending, tx), isPending: true };
  }
  await recordDevice(userId, device, tx);
  const factors = isTrusted ? [...proved, 'trusted_device'] : proved;
  const token = await createSession(userId, { ...device, factors, isRecent: !isTrusted }, tx);
  await recordAudit(tx, {
    accountId: userId,
    action: 'session.create',
    actor: { kind: 'member', id: userId },
    after: { factors },
  });
  return { token, isPending: false };
}

type Locked = { isClosing: boolean };

/**
 * Limits of emailed codes. A code is emailed only after the right password was entered, but even then the emails must not
 * flood the mailbox.
 */
const minuteLimit = createRateLimiter('login-code-minute', { points: 1, seconds: 60 });
const dayLimit = createRateLimiter('login-code-day', { points: 10, seconds: 24 * 3_600 });

/**
 * Emails a login code to the owner of an account, if the password was right. At most one email a minute and ten a day are
 * sent. If a limit is reached, no new code replaces the earlier code, which remains valid until it expires. After a
 * wrong password, this function consumes separate limits and sends no email. So neither the response nor, as far as
 * possible, its delay reveals whether the password is right.
 *
 * @param account key of the account, which may not exist
 * @param email the owner's address; null if the password was wrong
 */
async function requestLoginCode(account: string, email: string | null): Promise<void> {
  const key = email === null ? `wrong:${account}` : account;
  if (!(await minuteLimit.consume(key)).allowed) return;
  if (!(await dayLimit.consume(key)).allowed) return;
  if (email !== null) await enqueueEmail('login_code', email);
}

/**
 * Hashes a login code for storage. The hash is keyed, because a plain hash could be reversed by trying all million possible
 * codes.
 */
const hashLoginCode = (userId: string, code: string) =>
  new Uint8Array(keyedHash('login-code', `${userId}|${code}`));

/** The possible stored hashes of a code: one for each key of `HASH_KEY`. */
const listLoginCodeHashes = (userId: string, code: string) =>
  keyedHashes('login-code', `${userId}|${code}`);

/** Issues a login code, which replaces the previous one. @returns the digits of the code; only their hash is stored */
export async function issueLoginCode(userId: string): Promise<string> {
  const code = String(randomInt(10 ** loginCode.digits)).padStart(loginCode.digits, '0');
  const now = clock.now();
  const values = {
    codeHash: hashLoginCode(userId, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + loginCode.ttlMs),
  };
  await prisma.loginCode.upsert({
    where: { userId },
    create: { userId, ...values },
    update: values,
  });
  return code;
}

/**
 * Uses one try. A wrong code increments `tries`. A correct code sets `tries` to the maximum, so that the code works only
 * once.
 */
const statement = `
  UPDATE login_codes SET tries = CASE WHEN code_hash = ANY($2::bytea[]) THEN $4 ELSE tries + 1 END
  WHERE user_id = $1 AND tries < $4 AND expires_at > $3
  RETURNING code_hash = ANY($2::bytea[]) AS "isRight"`;

/**
 * Uses one attempt of the login code that was emailed to a user.
 *
 * @param typed the code as entered, in digits of any writing system; other characters are ignored
 * @returns whether the code is correct, unused and not expired
 */
export async function redeemLoginCode(userId: string, typed: string): Promise<boolean> {
  const code = foldDigits(typed).replace(/\D/g, '');
  const values = [userId, listLoginCodeHashes(userId, code), clock.now(), loginCode.tries];
  const [row] = await query<{ isRight: boolean }>('redeem-login-code', statement, values);
  return row?.isRight ?? false;
}

/** @param user null if the password is wrong, in which case every code is rejected */
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

/** Deleting the row consumes the code, so that two parallel requests cannot both use it. */
const consumeCode = `
  DELETE FROM account_tokens
  WHERE token_hash = $1 AND purpose = 'sign_in' AND bound_to = $2 AND expires_at > $3
  RETURNING user_id AS "userId"`;

/**
 * Exchanges a one-time code for a browser session.
 *
 * @param secret the value that the code is bound to
 * @param browser the user agent of the browser, the device id in its cookie, and the secret of a trusted device
 * @returns the token of a session or of a pending sign-in, or null if the code is unknown, used, expired, or bound to another
 *   browser
 */
export function redeemSignInCode(
  code: string,
  secret: string,
  browser: { userAgent: string; device: string; trusted: string | null },
): Promise<{ token: string; isPending: boolean } | null> {
  return transaction(async (tx) => {
    const values = [hashToken(code), hashToken(secret), clock.now()];
    const [row] = await query<{ userId: string }>('consume-sign-in-code', consumeCode, values, tx);
    if (!row) return null;
    const device = { kind: 'browser', ...browser, isRemembered: true } as const;
    const begun = await beginSession(row.userId, device, ['provider'], tx);
    tx.afterCommit(() =>
      logAuthEvent(toEvent({ userId: row.userId, ...begun }), {
        accountId: row.userId,
        by: 'provider',
      }),
    );
    return begun;
  });
}
