import { createAttemptCounter } from '#platform/rate-limit.ts';

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
export async function countFailedLogin(account: string): Promise<boolean> {
  return (await failures.count(account)) > failedLoginCeiling;
}

/**
 * Uncounts the attempt that succeeded. Earlier failures stay: an attacker gains no new attempts
 * when the owner signs in.
 */
export const uncountFailedLogin = (account: string): Promise<void> => failures.refund(account);
