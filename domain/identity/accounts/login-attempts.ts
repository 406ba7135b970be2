import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { createAttemptCounter } from '#platform/rate-limit.ts';
import { countFailedLogin, uncountFailedLogin } from './count-failed-login.ts';
import { failedLoginWindowSeconds, loginDelayMs } from './login-delay.ts';

const attempts = createAttemptCounter('login', { seconds: failedLoginWindowSeconds });

/**
 * Counts a password attempt for an account, and delays it after several failures. It counts before
 * the password is checked, so that parallel attempts gain nothing.
 *
 * @returns the key that the account is counted under, whether an emailed code is required, and
 *   `succeeded`, which resets the count
 */
export async function beginAttempt(emailKey: string) {
  const account = keyedHash('login-attempts', emailKey).toString('base64url');
  await clock.wait(loginDelayMs((await attempts.count(account)) - 1));
  const asksForCode = await countFailedLogin(account);
  async function succeeded(): Promise<void> {
    await attempts.forget(account);
    await uncountFailedLogin(account);
  }
  return { account, asksForCode, succeeded };
}
