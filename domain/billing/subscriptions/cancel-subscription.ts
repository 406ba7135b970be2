import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { type SubscriptionOutput, subscriptionLockName } from './contract.browser.ts';
import { type SubscriptionRow, toSubscription } from './get-subscription.ts';

/** Cancels the current and all later paid periods: they run until they end, and are not renewed. */
const cancel = `
  UPDATE subscriptions SET status = 'pending_cancellation', cancelled_at = $2, cancel_reason = $3
  FROM plans
  WHERE user_id = $1 AND status = 'active' AND expires_at > $2 AND plans.id = plan_id
  RETURNING subscriptions.id, status, started_at AS "startedAt", expires_at AS "expiresAt",
    plan_id AS "planId", plans.name AS "planName"`;

type Cancelled = Omit<SubscriptionRow, 'plan'> & { planName: string; expiresAt: Date };

/**
 * Cancels a user's plan: it runs until its end, without renewal reminders.
 *
 * @throws DomainError `not_found` if there is no active plan
 */
export async function cancelSubscription(
  userId: string,
  reason: string | undefined,
): Promise<SubscriptionOutput> {
  const now = clock.now();
  const cancelled = await transaction(
    (tx) => query<Cancelled>('cancel-subscription', cancel, [userId, now, reason ?? null], tx),
    { lock: subscriptionLockName(userId) },
  );
  cancelled.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const current = cancelled.findLast(({ startedAt }) => startedAt <= now) ?? cancelled[0];
  const last = cancelled.at(-1);
  if (!current || !last) {
    throw new DomainError('not_found', { message: 'There is no plan that could be cancelled.' });
  }
  return toSubscription({ ...current, plan: { name: current.planName } }, last.expiresAt);
}

const resume = `
  UPDATE subscriptions SET status = 'active', cancelled_at = NULL, cancel_reason = NULL
  WHERE user_id = $1 AND status = 'pending_cancellation' AND expires_at > $2`;

/** Undoes a cancellation while the plan still runs. */
export async function resumeSubscription(userId: string): Promise<void> {
  await query('resume-subscription', resume, [userId, clock.now()]);
}
