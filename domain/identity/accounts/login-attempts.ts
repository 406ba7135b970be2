import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { createAttemptCounter } from '#platform/limits/rate-limit.ts';

/** Failed attempts without a delay, and the window in which failures are counted together. */
const attemptsWithoutDelay = 5;
const failedLoginWindowSeconds = 15 * 60;

const initialDelayMs = 250;
const maxDelayMs = 4_000;

/**
 * The delay of a login attempt, in milliseconds: 0 for the first few, then doubling up to four
 * seconds. It slows guessing but never locks the account, so that the owner still gets in during an
 * attack.
 *
 * @param wrongBefore failed attempts for the account since the last success
 */
export function loginDelayMs(wrongBefore: number): number {
  if (wrongBefore < attemptsWithoutDelay) return 0;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (wrongBefore - attemptsWithoutDelay));
}

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
 * @param account key of the account, which may not exist
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
 * @returns the key under which the account is counted, whether an emailed code is required, and `succeeded`, which resets
 *   the count
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
