import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, storedNow, type Transaction, transaction } from '#platform/db.ts';
import { factorResetWaitMs } from './contract.browser.ts';
import { removeFactorsSince } from './manage-factors.ts';
import { notifyOfFactors } from './notify-of-factors.ts';
import { hasSecondFactor } from './verify-code.ts';

const isConfirmed =
  'SELECT 1 FROM users WHERE id = $1 AND email_confirmed_at IS NOT NULL FOR SHARE';

const insert = `
  INSERT INTO factor_resets (user_id, reason, requested_by, requested_at, due_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (user_id) DO NOTHING
  RETURNING user_id`;

/**
 * Requests, for a user who has lost all second factors and recovery codes, that support removes them. Support removes
 * them 72 hours later. An email notifies the owner at once, and until then the owner can stop the reset in the
 * settings.
 *
 * @param request `by` is the operator's user id, and `reason` says how the operator has verified the person who asks
 * @param options `tx` is the operator's transaction, which also records the action
 * @returns when the factors are removed
 * @throws DomainError `not_found` if the user has no second factor; `email_unverified` if the owner has no confirmed
 * address to notify; `invalid_parameter` if a reset is pending already
 */
export async function resetFactors(
  userId: string,
  { by, reason }: { by: string; reason: string },
  tx: Transaction,
): Promise<Date> {
  if (!(await hasSecondFactor(userId, tx))) throw new DomainError('not_found');
  const confirmed = await query('is-owner-confirmed', isConfirmed, [userId], tx);
  if (confirmed.length === 0) throw new DomainError('email_unverified');
  const now = clock.now();
  const dueAt = new Date(now.getTime() + factorResetWaitMs);
  const added = await query('request-factor-reset', insert, [userId, reason, by, now, dueAt], tx);
  if (added.length === 0) {
    const message = 'A reset of the second factors is pending already.';
    throw new DomainError('invalid_parameter', { message });
  }
  await notifyOfFactors(userId, 'reset_requested', tx, reason);
  tx.afterCommit(() =>
    logAuthEvent('factors_changed', { accountId: userId, reason: 'reset_requested' }),
  );
  return dueAt;
}

/** When the second factors of a user are removed by support; null if no reset is pending. */
export async function findFactorReset(userId: string): Promise<Date | null> {
  const reset = await prisma.factorReset.findUnique({ where: { userId }, select: { dueAt: true } });
  return reset?.dueAt ?? null;
}

const stop = 'DELETE FROM factor_resets WHERE user_id = $1 RETURNING user_id';

/** Stops a pending reset. @returns whether one was pending */
export async function stopFactorReset(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const stopped = await query('stop-factor-reset', stop, [userId], tx);
    if (stopped.length === 0) return false;
    await recordAudit(tx, { accountId: userId, action: 'factor.reset_stopped' });
    tx.afterCommit(() =>
      logAuthEvent('factors_changed', { accountId: userId, reason: 'reset_stopped' }),
    );
    return true;
  });
}

const takeDue = `
  DELETE FROM factor_resets WHERE user_id IN (
    SELECT user_id FROM factor_resets WHERE due_at <= ${storedNow}
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId"`;

/** A time before any factor was set up, so that all factors are removed. */
const always = new Date(0);

/** Removes the second factors of users whose reset is due, and ends their sessions. @returns how many */
export async function carryOutFactorResets(): Promise<number> {
  let done = 0;
  while (await carryOutNext()) done += 1;
  return done;
}

const carryOutNext = (): Promise<boolean> =>
  transaction(async (tx) => {
    const [reset] = await query<{ userId: string }>('take-due-factor-reset', takeDue, [], tx);
    if (!reset) return false;
    const { userId } = reset;
    await removeFactorsSince(userId, always, tx);
    await revokeAllSessions(userId, undefined, tx);
    await notifyOfFactors(userId, 'reset_done', tx);
    tx.afterCommit(() =>
      logAuthEvent('factors_changed', { accountId: userId, reason: 'reset_done' }),
    );
    return true;
  });
