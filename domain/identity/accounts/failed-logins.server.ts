import { createAttemptCounter } from '#platform/rate-limit.server.ts';

/**
 * Wrong passwords for one account, from all places together, within `windowSeconds` from the first one.
 * With more, the right password alone signs nobody in: a mailed code is asked for besides.
 */
export const failedLoginCeiling = 20;
const windowSeconds = 24 * 3_600;

const failures = createAttemptCounter('failed-logins', { seconds: windowSeconds });

/**
 * Counts an attempt to sign in as failed, before the password is looked at: of many at once no more get
 * through than one after the other.
 *
 * @param account names the account, whether it exists or not
 * @returns whether a mailed code is asked for
 */
export async function countFailedLogin(account: string): Promise<boolean> {
  return (await failures.count(account)) > failedLoginCeiling;
}

/**
 * Takes the attempt back that signed somebody in. The failures before it stay: whoever guesses while the
 * owner signs in gains no new ones.
 */
export const giveFailedLoginBack = (account: string): Promise<void> => failures.giveBack(account);
