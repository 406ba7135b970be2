import { subscriptionLockName } from '#domain/billing/subscriptions/contract.browser.ts';
import { endPaidPeriod } from '#domain/billing/subscriptions/end-paid-period.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import type { ProviderRefund } from './razorpay.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.ts';

/** The conditional update lets one of parallel callers end the period. */
const markRecorded = `
  UPDATE refunds SET provider_refund_id = $2, status = $3::refund_status,
    settled_at = CASE WHEN $3 <> 'pending' THEN $4::timestamptz END
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL RETURNING id`;

const followUp = 'UPDATE orders SET next_poll_at = $2 WHERE id = $1';

const saveChanges = 'UPDATE refunds SET changes = $2 WHERE id = $1';

type RefundToRecord = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/**
 * Records a refund that Razorpay made, and ends the paid period unless the refund failed.
 *
 * @returns false if it was recorded before
 */
export async function recordRefund({
  refundId,
  orderId,
  userId,
  made,
}: RefundToRecord): Promise<boolean> {
  return transaction(
    async (tx) => {
      const now = clock.now();
      const recorded = await query(
        'record-refund',
        markRecorded,
        [refundId, made.id, made.status, now],
        tx,
      );
      if (recorded.length === 0) return false;
      await query('follow-refund', followUp, [orderId, now], tx);
      if (made.status === 'failed') {
        const detail = `${made.id} of ${made.payment_id}; the plan was not ended`;
        await recordPaymentAnomaly({ kind: 'refund_failed', orderId, detail }, tx);
        return true;
      }
      const changes = await endPaidPeriod(orderId, tx);
      await query('save-refund-changes', saveChanges, [refundId, JSON.stringify(changes)], tx);
      return true;
    },
    { lock: subscriptionLockName(userId) },
  );
}
