import { randomInt } from 'node:crypto';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { foldDigits } from '#domain/shared/digits.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { prisma, query } from '#platform/db.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { loginCode } from './contract.browser.ts';

/** A code is emailed only after the right password, and even then must not flood the mailbox. */
const minuteLimit = createRateLimiter('login-code-minute', { points: 1, seconds: 60 });
const dayLimit = createRateLimiter('login-code-day', { points: 10, seconds: 24 * 3_600 });

/**
 * Emails a login code to the owner of an account, if the password was right. Above one a minute or
 * ten a day no email is sent: the earlier code stays valid until it expires. A wrong password takes
 * the same path without the email, so that neither the response nor, as far as possible, the time
 * reveals which password is right.
 *
 * @param account names the account, whether it exists or not
 * @param email the owner's; null if the password was wrong
 */
export async function requestLoginCode(account: string, email: string | null): Promise<void> {
  const key = email === null ? `wrong:${account}` : account;
  if (!(await minuteLimit.consume(key)).allowed) return;
  if (!(await dayLimit.consume(key)).allowed) return;
  if (email !== null) await enqueueEmail('login_code', email);
}

/** The stored hash. It is keyed: a plain hash of a million possible codes could be reversed. */
const hashLoginCode = (userId: string, code: string) =>
  new Uint8Array(keyedHash('login-code', `${userId}|${code}`));

/** The possible stored hashes of a code: one for each key of `HASH_KEY`. */
const listLoginCodeHashes = (userId: string, code: string) =>
  keyedHashes('login-code', `${userId}|${code}`);

/** Issues a login code and replaces the previous one. @returns its digits, which are not stored */
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

/** A correct code sets the tries to the maximum, so it works once; a wrong one adds a try. */
const statement = `
  UPDATE login_codes SET tries = CASE WHEN code_hash = ANY($2::bytea[]) THEN $4 ELSE tries + 1 END
  WHERE user_id = $1 AND tries < $4 AND expires_at > $3
  RETURNING code_hash = ANY($2::bytea[]) AS "isRight"`;

/**
 * Uses one attempt of the login code that was emailed to a user.
 *
 * @param typed as entered, in digits of any script; everything else is ignored
 * @returns whether the code is correct, unused and not expired
 */
export async function redeemLoginCode(userId: string, typed: string): Promise<boolean> {
  const code = foldDigits(typed).replace(/\D/g, '');
  const values = [userId, listLoginCodeHashes(userId, code), clock.now(), loginCode.tries];
  const [row] = await query<{ isRight: boolean }>('redeem-login-code', statement, values);
  return row?.isRight ?? false;
}
