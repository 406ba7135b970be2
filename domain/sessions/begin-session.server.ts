import { clock } from '#platform/clock.ts';
import { type Queryable, query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { sessionLifeMs } from './contract.ts';
import { hashSessionToken, newSessionToken } from './session-token.server.ts';

const statement = `
  INSERT INTO sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $5, $6)`;

/**
 * Signs a user in.
 *
 * @param userAgent as the browser or program names itself
 * @param on the transaction in which it was found out that they may be let in: what ends all
 *   sessions then comes before it, and they are not, or after it, and ends this one too
 * @returns the token, which is stored nowhere
 */
export async function beginSession(
  userId: string,
  userAgent: string,
  on?: Queryable,
): Promise<string> {
  const token = newSessionToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifeMs);
  const id = newId('ses', now.getTime());
  const values = [id, userId, hashSessionToken(token), userAgent.slice(0, 300), now, expiresAt];
  await query('begin-session', statement, values, on);
  return token;
}
