import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type SessionKind, sessionEnd } from './contract.ts';
import { hashSessionToken, newSessionToken } from './session-token.server.ts';

const statement = `
  INSERT INTO sessions
    (id, user_id, kind, token_hash, user_agent, created_at, authenticated_at, last_seen_at, expires_at)
  VALUES ($1, $2, $3::session_kind, $4, $5, $6, $6, $6, $7)`;

/** Who is given the token of a new session. */
export type SessionOwner = {
  kind: SessionKind;
  /** As the browser or program names itself. */
  userAgent: string;
};

/**
 * Signs a user in.
 *
 * @param on the transaction in which it was found out that they may be let in: what ends all
 *   sessions then comes before it, and they are not, or after it, and ends this one too
 * @returns the token, which is stored nowhere
 */
export async function createSession(
  userId: string,
  { kind, userAgent }: SessionOwner,
  on?: SqlClient,
): Promise<string> {
  const token = newSessionToken();
  const now = clock.now();
  const id = newId('ses', now.getTime());
  const name = userAgent.slice(0, 300);
  const values = [id, userId, kind, hashSessionToken(token), name, now, sessionEnd(now, now)];
  await query('begin-session', statement, values, on);
  return token;
}
