import { subscriptionLockName } from '#domain/billing/subscriptions/contract.browser.ts';
import type { PeriodChange } from '#domain/billing/subscriptions/end-paid-period.ts';
import { restorePaidPeriod } from '#domain/billing/subscriptions/restore-paid-period.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import type { ProviderRefund } from './razorpay.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.ts';

const statement = `
  UPDATE refunds SET status = $2::refund_status, settled_at = $3
  WHERE id = $1 AND status = 'pending' RETURNING changes`;

type RefundToSettle = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/** Records the final status of a refund. If it failed, the ended period is restored. */
export async function settleRefund({
  refundId,
  orderId,
  userId,
  made,
}: RefundToSettle): Promise<void> {
  await transaction(
    async (tx) => {
      const values = [refundId, made.status, clock.now()];
      const [ended] = await query<{ changes: PeriodChange[] | null }>(
        'end-refund',
        statement,
        values,
        tx,
      );
      if (!ended || made.status !== 'failed') return;
      const isRestored = await restorePaidPeriod(userId, ended.changes ?? [], tx);
      const plan = isRestored
        ? 'the plan is back'
        : 'the plan is not back, a later one has its time';
      const detail = `${made.id} of ${made.payment_id}; ${plan}`;
      await recordPaymentAnomaly({ kind: 'refund_failed', orderId, detail }, tx);
    },
    { lock: subscriptionLockName(userId) },
  );
}
