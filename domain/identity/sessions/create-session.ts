import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { findOperator } from '../operators/manage-operators.ts';
import {
  recentSignInMs,
  replacedTokenMs,
  type SessionKind,
  type SignedInUser,
  sessionEnd,
} from './contract.ts';

/** $8 is the expiry of the session if it is an operator's session in a browser. */
const createSql = `
  INSERT INTO sessions
    (id, user_id, kind, token_hash, user_agent, created_at, authenticated_at, last_seen_at, expires_at,
      factors, is_remembered)
  SELECT $1, $2, $3::session_kind, $4, $5, $6, $11, $6,
    CASE WHEN $3 = 'browser' AND EXISTS (SELECT FROM operators WHERE user_id = $2) THEN $8 ELSE $7 END::timestamptz,
    $9, $10`;

/** The device that receives the token of a new session. */
export type SessionOwner = {
  kind: SessionKind;
  /** The `User-Agent` header. */
  userAgent: string;
  /** What the user proved, such as `password` and `totp`. */
  factors?: readonly string[];
  /** Whether the browser keeps the cookie after it is closed. */
  isRemembered?: boolean;
  /** Whether the sign-in counts as recent. False if a trusted device replaced the second factor. */
  isRecent?: boolean;
};

/**
 * Creates a session.
 *
 * @param tx the transaction that checked the credentials. A parallel request that ends all sessions either commits before
 *   this transaction, so that the check of the credentials fails, or after it, and then also ends the new session.
 * @returns the token, which is not stored
 */
export async function createSession(
  userId: string,
  { kind, userAgent, factors = [], isRemembered = false, isRecent = true }: SessionOwner,
  tx?: SqlClient,
): Promise<string> {
  const token = newSessionToken();
  const now = clock.now();
  const id = newId('ses', now.getTime());
  const name = userAgent.slice(0, 300);
  const ends = [sessionEnd(now, now), sessionEnd(now, now, true)];
  const values = [
    ...[id, userId, kind, hashSessionToken(token), name, now, ...ends],
    ...[factors, isRemembered, isRecent ? now : new Date(now.getTime() - recentSignInMs)],
  ];
  await query('begin-session', createSql, values, tx);
  return token;
}

/** A new session token: 256 random bits in base64url, 43 characters. */
export const newSessionToken = () => randomBytes(32).toString('base64url');

/** Hashes a session token for storage. An unkeyed hash is enough, because a token has 256 random bits and cannot be guessed. */
export const hashSessionToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());

/** Precision of `last_seen_at`, in milliseconds: a session in use costs one write a minute. */
const precisionMs = 60_000;

/**
 * Finds the session of a token, and extends the session up to its maximum age. Returns null if the session has expired or
 * is of the other kind, or if the deletion of the account was requested (`findPendingDeletion`).
 */
export async function findSession(token: string, kind: SessionKind): Promise<SignedInUser | null> {
  const hash = hashSessionToken(token);
  const now = clock.now();
  const session =
    (await readSession({ tokenHash: hash }, kind)) ?? (await findReplaced(hash, kind));
  if (!session || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= precisionMs) {
    const isOperator = kind === 'browser' && (await findOperator(session.userId)) !== null;
    await prisma.session.updateMany({
      where: { id: session.id },
      data: { lastSeenAt: now, expiresAt: sessionEnd(session.createdAt, now, isOperator) },
    });
  }
  const { id: sessionId, userId, authenticatedAt, factors } = session;
  return { sessionId, userId, authenticatedAt, factors };
}

const readSession = (
  where: { tokenHash: Uint8Array<ArrayBuffer> } | { id: string },
  kind: SessionKind,
) =>
  prisma.session.findUnique({
    where: { ...where, kind, user: { deletion: null } },
    select: {
      ...{ id: true, userId: true, authenticatedAt: true, factors: true },
      ...{ createdAt: true, lastSeenAt: true, expiresAt: true },
    },
  });

/** Finds the session of a token that was replaced some seconds ago, because a parallel request may still send it. */
async function findReplaced(tokenHash: Uint8Array<ArrayBuffer>, kind: SessionKind) {
  const replaced = await prisma.replacedSessionToken.findUnique({
    where: { tokenHash, expiresAt: { gt: clock.now() } },
    select: { sessionId: true },
  });
  return replaced && readSession({ id: replaced.sessionId }, kind);
}

const renewSql = `
  WITH before AS (
    SELECT id, token_hash FROM sessions WHERE id = $1 AND user_id = $2 FOR UPDATE
  ), kept AS (
    INSERT INTO replaced_session_tokens (token_hash, session_id, expires_at)
    SELECT token_hash, id, $5 FROM before
  )
  UPDATE sessions SET token_hash = $3, authenticated_at = $4, factors = $6
  FROM before WHERE sessions.id = before.id
  RETURNING is_remembered AS "isRemembered"`;

/** A session with a new token, which the browser must store. */
export type RenewedSession = { signedIn: SignedInUser; token: string; isRemembered: boolean };

/**
 * Issues a new token for a session after the user has entered a password or a second factor, so that a thief with a
 * copy of the old token gains nothing from this proof. The old token works for ten more seconds, for parallel requests
 * of the same browser.
 *
 * @param factors what the user has just proved
 * @throws DomainError `reauthentication_required` if the session has ended
 */
export async function renewSession(
  signedIn: SignedInUser,
  factors: readonly string[],
  tx?: SqlClient,
): Promise<RenewedSession> {
  const token = newSessionToken();
  const now = clock.now();
  const proved = [...new Set([...signedIn.factors, ...factors])];
  const values = [
    ...[signedIn.sessionId, signedIn.userId, hashSessionToken(token), now],
    ...[new Date(now.getTime() + replacedTokenMs), proved],
  ];
  const [row] = await query<{ isRemembered: boolean }>('renew-session', renewSql, values, tx);
  if (!row) throw new DomainError('reauthentication_required');
  return { signedIn: { ...signedIn, authenticatedAt: now, factors: proved }, token, ...row };
}

/**
 * SQL condition: the session has not expired.
 *
 * @param table the statement's alias of `sessions`
 * @param now the parameter with the current time
 */
export const activeSessionSql = (table: string, now: string) => `${table}.expires_at > ${now}`;

const lockSql = `
  SELECT 1 FROM sessions WHERE id = $1 AND ${activeSessionSql('sessions', '$2')} FOR KEY SHARE`;

/**
 * Checks that a session still exists, and locks it, so that it cannot be ended before the transaction commits. Slow
 * operations call this, because the owner may log out everywhere while they run.
 *
 * @throws DomainError `reauthentication_required` if the session has ended
 */
export async function lockSession(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  tx: Transaction,
): Promise<void> {
  const locked = await query('lock-session', lockSql, [sessionId, clock.now()], tx);
  if (locked.length === 0) throw new DomainError('reauthentication_required');
}

const active = `SELECT id FROM sessions AS s WHERE s.id = ANY ($1) AND ${activeSessionSql('s', '$2')}`;

/**
 * Finds which of these sessions are still active. Does not extend the sessions, because pages that stay open call this
 * repeatedly.
 */
export async function findActiveSessions(ids: string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>('find-active-sessions', active, [ids, clock.now()]);
  return new Set(rows.map(({ id }) => id));
}
