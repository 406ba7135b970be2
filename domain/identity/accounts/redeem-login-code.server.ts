import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { loginCode } from './contract.ts';
import { listLoginCodeHashes } from './issue-login-code.server.ts';

/** A correct code sets the tries to the maximum, so it works once; a wrong one adds a try. */
const statement = `
  UPDATE login_codes SET tries = CASE WHEN code_hash = ANY($2::bytea[]) THEN $4 ELSE tries + 1 END
  WHERE user_id = $1 AND tries < $4 AND expires_at > $3
  RETURNING code_hash = ANY($2::bytea[]) AS "isRight"`;

/**
 * Uses one attempt of the login code that was emailed to a user.
 *
 * @param typed as entered; everything but digits is ignored
 * @returns whether the code is correct, unused and not expired
 */
export async function redeemLoginCode(userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/\D/g, '');
  const values = [userId, listLoginCodeHashes(userId, code), clock.now(), loginCode.tries];
  const [row] = await query<{ isRight: boolean }>('redeem-login-code', statement, values);
  return row?.isRight ?? false;
}
