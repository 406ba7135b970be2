import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { createAttemptCounter } from '#platform/limits/rate-limit.ts';

/** The number of failed attempts without a delay, and the window in which failures are counted together. */
const attemptsWithoutDelay = 5;
const failedLoginWindowSeconds = 15 * 60;

const initialDelayMs = 250;
const maxDelayMs = 4_000;

/**
 * Returns the delay of a login attempt, in milliseconds. The delay is 0 for the first attempts, and then doubles with each
 * attempt, up to four seconds. The delay slows guessing but never locks the account, so that the owner can still sign in
 * during an attack.
 *
 * @param wrongBefore how many attempts for the account have failed since the last successful attempt
 */
export function loginDelayMs(wrongBefore: number): number {
  if (wrongBefore < attemptsWithoutDelay) return 0;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (wrongBefore - attemptsWithoutDelay));
}

const attempts = createAttemptCounter('login', { seconds: failedLoginWindowSeconds });

/**
 * The maximum number of wrong passwords for one account, from all client addresses, within `windowSeconds` after the first.
 * After more wrong passwords, a login requires an emailed code besides the right password.
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
 * Uncounts an attempt that has succeeded. Earlier failed attempts stay counted, so that an attacker gains no new attempts when
 * the owner signs in.
 */
const uncountFailedLogin = (account: string): Promise<void> => failures.refund(account);

/**
 * Counts a password attempt for an account, and delays it after several failures. It counts the attempt before the password is
 * checked, so that parallel attempts cannot exceed the limits.
 *
 * @returns the key under which the account's attempts are counted, whether an emailed code is required, and `succeeded`, a
 *   function that resets the count
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
