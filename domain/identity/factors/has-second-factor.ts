import { query, type SqlClient } from '#platform/db.ts';

const exists = `
  SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = $1)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = $1) AS "isSet"`;

/** Whether a user has a second factor, which a sign-in then needs. Recovery codes alone do not count. */
export async function hasSecondFactor(userId: string, tx?: SqlClient): Promise<boolean> {
  const [row] = await query<{ isSet: boolean }>('has-second-factor', exists, [userId], tx);
  return row?.isSet ?? false;
}

/** Whether a session was begun, or confirmed, with more than a password or an account at a provider. */
export const hasProvedSecondFactor = (factors: readonly string[]): boolean =>
  factors.some((factor) => factor !== 'password' && factor !== 'provider');
