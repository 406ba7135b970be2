import type { PeriodChange } from '#domain/billing/subscriptions/end-paid-period.server.ts';
import { restorePaidPeriod } from '#domain/billing/subscriptions/restore-paid-period.server.ts';
import { subscriptionLockName } from '#domain/billing/subscriptions/subscription-lock-name.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import type { ProviderRefund } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';

const statement = `
  UPDATE refunds SET status = $2::refund_status, settled_at = $3
  WHERE id = $1 AND status = 'pending' RETURNING changes`;

type Ending = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/** Notes that a refund has ended. With the money that was not paid back the period comes back. */
export async function settleRefund({ refundId, orderId, userId, made }: Ending): Promise<void> {
  await transaction(
    async (on) => {
      const values = [refundId, made.status, clock.now()];
      const [ended] = await query<{ changes: PeriodChange[] | null }>(
        'end-refund',
        statement,
        values,
        on,
      );
      if (!ended || made.status !== 'failed') return;
      const isBack = await restorePaidPeriod(userId, ended.changes ?? [], on);
      const plan = isBack ? 'the plan is back' : 'the plan is not back, a later one has its time';
      const detail = `${made.id} of ${made.payment_id}; ${plan}`;
      await recordPaymentAnomaly({ kind: 'refund_failed', orderId, detail }, on);
    },
    { lock: subscriptionLockName(userId) },
  );
}
