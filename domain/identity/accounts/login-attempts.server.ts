import { setTimeout as sleep } from 'node:timers/promises';
import { keyedHash } from '#platform/crypto.server.ts';
import { createAttemptCounter } from '#platform/rate-limit.server.ts';
import { countFailedLogin, giveFailedLoginBack } from './failed-logins.server.ts';
import { failedLoginWindowSeconds, loginDelayMs } from './login-delay.ts';

const attempts = createAttemptCounter('login', { seconds: failedLoginWindowSeconds });

/**
 * Counts an attempt to enter a password for an account, and holds it back where many came before. It is
 * counted before the password is looked at, so that many at once gain nothing.
 *
 * @returns the account as it is counted, whether so many were wrong that a mailed code is asked for too, and what
 *   ends the count, for who entered the right one
 */
export async function beginAttempt(emailKey: string) {
  const account = keyedHash('login-attempts', emailKey).toString('base64url');
  await sleep(loginDelayMs((await attempts.count(account)) - 1));
  const asksForCode = await countFailedLogin(account);
  async function succeeded(): Promise<void> {
    await attempts.forget(account);
    await giveFailedLoginBack(account);
  }
  return { account, asksForCode, succeeded };
}
