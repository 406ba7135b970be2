import { query, type SqlClient } from '#platform/db.ts';

const exists = `
  SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = $1)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = $1) AS "isSet"`;

/** Whether a user has a second factor, which a sign-in then needs. Recovery codes alone do not count. */
export async function hasSecondFactor(userId: string, tx?: SqlClient): Promise<boolean> {
  const [row] = await query<{ isSet: boolean }>('has-second-factor', exists, [userId], tx);
  return row?.isSet ?? false;
}

/** What proves a second factor in a session. A trusted device does not. */
const secondFactors = ['totp', 'passkey', 'recovery_code'];

/** Whether a second factor was proved when a session was begun or confirmed. */
export const hasProvedSecondFactor = (factors: readonly string[]): boolean =>
  factors.some((factor) => secondFactors.includes(factor));
