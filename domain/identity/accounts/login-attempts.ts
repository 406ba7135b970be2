import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { createAttemptCounter } from '#platform/limits/rate-limit.ts';
import { failedLoginWindowSeconds, loginDelayMs } from './login-delay.ts';

const attempts = createAttemptCounter('login', { seconds: failedLoginWindowSeconds });

/**
 * Wrong passwords for one account from all addresses, within `windowSeconds` of the first. Above
 * it, the right password alone does not sign in: an emailed code is required too.
 */
export const failedLoginCeiling = 20;
const windowSeconds = 24 * 3_600;

const failures = createAttemptCounter('failed-logins', { seconds: windowSeconds });

/**
 * Counts a login as failed before the password is checked, so that parallel attempts cannot exceed
 * the limit.
 *
 * @param account names the account, whether it exists or not
 * @returns whether an emailed code is required
 */
async function countFailedLogin(account: string): Promise<boolean> {
  return (await failures.count(account)) > failedLoginCeiling;
}

/**
 * Uncounts the attempt that succeeded. Earlier failures stay: an attacker gains no new attempts
 * when the owner signs in.
 */
const uncountFailedLogin = (account: string): Promise<void> => failures.refund(account);

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
