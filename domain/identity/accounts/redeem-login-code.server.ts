import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { loginCode } from './contract.ts';
import { hashesOfLoginCode } from './issue-login-code.server.ts';

/** A right code has no tries left, which makes it good once; a wrong one uses one up. */
const statement = `
  UPDATE login_codes SET tries = CASE WHEN code_hash = ANY($2::bytea[]) THEN $4 ELSE tries + 1 END
  WHERE user_id = $1 AND tries < $4 AND expires_at > $3
  RETURNING code_hash = ANY($2::bytea[]) AS "isRight"`;

/**
 * Uses up one try of the code that was mailed to a user.
 *
 * @param typed as it was typed: what is no digit is left out
 * @returns whether it is the code, for the first time and in time
 */
export async function redeemLoginCode(userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/\D/g, '');
  const values = [userId, hashesOfLoginCode(userId, code), clock.now(), loginCode.tries];
  const [row] = await query<{ isRight: boolean }>('redeem-login-code', statement, values);
  return row?.isRight ?? false;
}
