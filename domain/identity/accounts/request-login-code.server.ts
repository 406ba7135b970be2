import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';

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
