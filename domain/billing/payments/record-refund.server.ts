import { endPaidPeriod } from '#domain/billing/subscriptions/end-paid-period.server.ts';
import { subscriptionLockName } from '#domain/billing/subscriptions/subscription-lock-name.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import type { ProviderRefund } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';

/** Whoever notes it first ends the period. */
const note = `
  UPDATE refunds SET provider_refund_id = $2, status = $3::refund_status,
    settled_at = CASE WHEN $3 <> 'pending' THEN $4::timestamptz END
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL RETURNING id`;

const followUp = 'UPDATE orders SET next_poll_at = $2 WHERE id = $1';

const keep = 'UPDATE refunds SET changes = $2 WHERE id = $1';

type Noting = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/**
 * Notes that the provider made a refund, and ends the period if the money goes back.
 *
 * @returns whether it was not noted before
 */
export async function recordRefund({ refundId, orderId, userId, made }: Noting): Promise<boolean> {
  return transaction(
    async (on) => {
      const now = clock.now();
      const noted = await query('note-refund', note, [refundId, made.id, made.status, now], on);
      if (noted.length === 0) return false;
      await query('follow-refund', followUp, [orderId, now], on);
      if (made.status === 'failed') {
        const detail = `${made.id} of ${made.payment_id}; the plan was not ended`;
        await recordPaymentAnomaly({ kind: 'refund_failed', orderId, detail }, on);
        return true;
      }
      const changes = await endPaidPeriod(orderId, on);
      await query('keep-changes', keep, [refundId, JSON.stringify(changes)], on);
      return true;
    },
    { lock: subscriptionLockName(userId) },
  );
}
