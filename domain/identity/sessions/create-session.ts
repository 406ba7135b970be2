import { createHash, randomBytes } from 'node:crypto';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type SessionKind, sessionEnd } from './contract.ts';

const statement = `
  INSERT INTO sessions
    (id, user_id, kind, token_hash, user_agent, created_at, authenticated_at, last_seen_at, expires_at)
  VALUES ($1, $2, $3::session_kind, $4, $5, $6, $6, $6, $7)`;

/** The device that receives the token of a new session. */
export type SessionOwner = {
  kind: SessionKind;
  /** The `User-Agent` header. */
  userAgent: string;
};

/**
 * Creates a session.
 *
 * @param tx the transaction that checked the credentials: a parallel end of all sessions then runs
 *   before it, and fails the check, or after it, and ends this session too
 * @returns the token, which is not stored
 */
export async function createSession(
  userId: string,
  { kind, userAgent }: SessionOwner,
  tx?: SqlClient,
): Promise<string> {
  const token = newSessionToken();
  const now = clock.now();
  const id = newId('ses', now.getTime());
  const name = userAgent.slice(0, 300);
  const values = [id, userId, kind, hashSessionToken(token), name, now, sessionEnd(now, now)];
  await query('begin-session', statement, values, tx);
  return token;
}

/** A new session token: 256 random bits in base64url, 43 characters. */
const newSessionToken = () => randomBytes(32).toString('base64url');

/** A plain hash: a token has too many bits to be guessed. */
export const hashSessionToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());
