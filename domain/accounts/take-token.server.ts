import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { TokenPurpose } from './contract.ts';
import { hashToken } from './issue-token.server.ts';

/** Whoever deletes the row has used the token; everybody else finds none. */
const statement = `
  DELETE FROM account_tokens
  WHERE token_hash = $1 AND purpose = $2::token_purpose AND bound_to IS NOT DISTINCT FROM $3
    AND expires_at > $4
  RETURNING user_id AS "userId"`;

/**
 * Uses a link or code up.
 *
 * @param boundTo the secret that it was bound to, if it was
 * @returns whose it is, or null if it is unknown, used, over, or bound to somebody else
 */
export async function takeToken(
  purpose: TokenPurpose,
  token: string,
  boundTo?: string,
): Promise<string | null> {
  const [row] = await query<{ userId: string }>('take-account-token', statement, [
    hashToken(token),
    purpose,
    boundTo === undefined ? null : hashToken(boundTo),
    clock.now(),
  ]);
  return row?.userId ?? null;
}
