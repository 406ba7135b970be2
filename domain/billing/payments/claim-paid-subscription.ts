import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';
import { getPaidPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

/**
 * Oldest order first; SKIP LOCKED lets parallel calls claim different orders. Expired and refunded
 * periods are skipped.
 */
const statement = `
  UPDATE orders SET claimed_at = $3
  WHERE id = (
    SELECT orders.id FROM orders JOIN subscriptions AS s ON s.order_id = orders.id
    WHERE orders.user_id = $1 AND orders.plan_id = $2 AND orders.status = 'completed'
      AND claimed_at IS NULL AND s.status <> 'expired' AND s.expires_at > $3
    ORDER BY orders.id LIMIT 1 FOR UPDATE OF orders SKIP LOCKED)
  RETURNING id`;

/**
 * Returns the subscription that a paid order gave. The order gave it when it was paid; this call is
 * for programs that continue only after they have seen it. Each paid order can be claimed once.
 *
 * @throws DomainError `payment_required` without an unclaimed paid order for this plan
 */
export async function claimPaidSubscription(
  userId: string,
  planId: string,
): Promise<SubscriptionOutput> {
  const values = [userId, planId, clock.now()];
  const [used] = await query<{ id: string }>('use-paid-order', statement, values);
  if (!used) throw new DomainError('payment_required');
  return getPaidPeriod(used.id);
}
