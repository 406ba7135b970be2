import { recordAudit } from '#domain/audit/record-audit.ts';
import { hashToken } from '#domain/identity/accounts/account-tokens.ts';
import type { Origin } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { type Device, recordDevice } from '#domain/identity/accounts/record-device.ts';
import { createSession, newSessionToken } from '#domain/identity/sessions/create-session.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { pendingSignInTtlMs } from './contract.browser.ts';
import { trustDevice } from './trusted-devices.ts';
import { verifyFactorCode } from './verify-code.ts';

const insert = `
  INSERT INTO pending_sign_ins (token_hash, user_id, factors, is_remembered, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/**
 * Starts a sign-in that waits for its second factor. It is not a session: its token only opens the page of the second
 * factor.
 *
 * @param proved what the user has proved so far
 * @returns the token for the browser's cookie; only its hash is stored
 */
export async function beginPendingSignIn(
  userId: string,
  { proved, isRemembered }: { proved: 'password' | 'provider'; isRemembered: boolean },
  tx: Transaction,
): Promise<string> {
  const token = newSessionToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + pendingSignInTtlMs);
  const values = [hashToken(token), userId, [proved], isRemembered, now, expiresAt];
  await query('begin-pending-sign-in', insert, values, tx);
  return token;
}

/** What the page of the second factor shows. `mayTrust`: whether it offers to trust the device. */
type FoundSignIn = { userId: string; hasPasskeys: boolean; mayTrust: boolean };

/** The user of a pending sign-in, or null if it is unknown, completed or expired. */
export async function findPendingSignIn(token: string): Promise<FoundSignIn | null> {
  const pending = await prisma.pendingSignIn.findUnique({
    where: { tokenHash: hashToken(token), expiresAt: { gt: clock.now() } },
    select: {
      userId: true,
      user: {
        select: { operator: { select: { userId: true } }, _count: { select: { passkeys: true } } },
      },
    },
  });
  if (!pending) return null;
  const { userId, user } = pending;
  return { userId, hasPasskeys: user._count.passkeys > 0, mayTrust: user.operator === null };
}

/** Locks the user. A parallel password reset either has ended the pending sign-in, or waits and ends the new session. */
const lockUser = 'SELECT 1 FROM users WHERE id = $1 FOR SHARE';

const consume = `
  DELETE FROM pending_sign_ins WHERE token_hash = $1 AND expires_at > $2
  RETURNING factors, is_remembered AS "isRemembered"`;

type Consumed = { factors: string[]; isRemembered: boolean };

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code.
 *
 * @param entered `trust` asks to trust the device, so that it needs no code for 30 days
 * @returns the user's id and the token of the new session; null if the pending sign-in is unknown, completed or expired
 * @throws DomainError `second_factor_incorrect`, `rate_limited`
 */
export async function completeSignIn(
  pendingToken: string,
  { code, trust }: { code: string; trust: boolean },
  device: Device,
  origin: Origin,
): Promise<NewSession | null> {
  const pending = await findPendingSignIn(pendingToken);
  if (!pending) return null;
  const factor = await verifyFactorCode(pending.userId, code, origin);
  return finish(pendingToken, pending.userId, { factor, trust }, device);
}

export type NewSession = {
  userId: string;
  token: string;
  /** Whether the browser keeps the cookie. */
  isRemembered: boolean;
  /** The secret for the cookie of a trusted device; null if the device is not trusted. */
  trusted: string | null;
};

function finish(
  pendingToken: string,
  userId: string,
  { factor, trust }: { factor: string; trust: boolean },
  device: Device,
): Promise<NewSession | null> {
  return transaction(async (tx) => {
    await query('lock-pending-user', lockUser, [userId], tx);
    const values = [hashToken(pendingToken), clock.now()];
    const [row] = await query<Consumed>('consume-pending-sign-in', consume, values, tx);
    if (!row) return null;
    await recordDevice(userId, device, tx);
    const { isRemembered } = row;
    const factors = [...row.factors, factor];
    const token = await createSession(userId, { ...device, factors, isRemembered }, tx);
    const trusted = trust ? await trustDevice(userId, device.userAgent, tx) : null;
    await recordAudit(tx, {
      accountId: userId,
      action: 'session.create',
      actor: { kind: 'member', id: userId },
      after: { factors },
    });
    return { userId, token, isRemembered, trusted };
  });
}

/** Deletes expired sign-ins. @returns how many */
export async function purgePendingSignIns(): Promise<number> {
  const { count } = await prisma.pendingSignIn.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
