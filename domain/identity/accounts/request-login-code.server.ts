import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';

/** Only who knows the right password has a code mailed; even they do not fill the owner's mailbox. */
const inAMinute = createRateLimiter('login-code-minute', { points: 1, seconds: 60 });
const inADay = createRateLimiter('login-code-day', { points: 10, seconds: 24 * 3_600 });

/**
 * Mails a login code to the owner of an account, if the password was right. Beyond one a minute and ten a day
 * no mail is sent: an earlier one holds until its time is over.
 *
 * A wrong password goes the same way but for the mail, so that neither the answer nor, as far as can be, the
 * time tells which password is right.
 *
 * @param account names the account, whether it exists or not
 * @param email of the owner; null if the password was wrong
 */
export async function requestLoginCode(account: string, email: string | null): Promise<void> {
  const key = email === null ? `wrong:${account}` : account;
  if (!(await inAMinute.take(key)).allowed) return;
  if (!(await inADay.take(key)).allowed) return;
  if (email !== null) await enqueueEmail('login_code', email);
}
