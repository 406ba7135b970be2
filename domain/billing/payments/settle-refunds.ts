import { subscriptionLockName } from '#domain/billing/subscriptions/contract.browser.ts';
import {
  endPaidPeriod,
  type PeriodChange,
  restorePaidPeriod,
} from '#domain/billing/subscriptions/paid-periods.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { listPaymentRefunds, ProviderError, type ProviderRefund } from './razorpay.ts';
import { recordPaymentAnomaly } from './settle-order.ts';

/** Of parallel callers, only one changes the row and ends the period. */
const markRecorded = `
  UPDATE refunds SET provider_refund_id = $2, status = $3::refund_status,
    settled_at = CASE WHEN $3 <> 'pending' THEN $4::timestamptz END
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL RETURNING id`;

const followUp = 'UPDATE orders SET next_poll_at = $2 WHERE id = $1';

const saveChanges = 'UPDATE refunds SET changes = $2 WHERE id = $1';

type RefundToRecord = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/**
 * Records a refund that Razorpay made. Ends the paid period unless the refund failed.
 *
 * @returns false if it was already recorded
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

/**
 * Records a refund from Razorpay's dashboard as pending: inserts a row, or updates the row of the refund that the user has
 * requested.
 */
const insert = `
  INSERT INTO refunds (id, order_id, amount_paise, reason, status, created_at)
  VALUES ($1, $2, $3, 'by the provider''s dashboard', 'pending', $4)
  ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed')
    DO UPDATE SET status = 'pending' WHERE refunds.provider_refund_id IS NULL
  RETURNING id`;

/** Finds the recorded anomaly of a partial refund, because every reconcile finds the same refund again. */
const isRecorded = `
  SELECT id FROM payment_anomalies
  WHERE order_id = $1 AND kind = 'refunded_in_part' AND detail LIKE $2 || ' %'`;

type Order = { id: string; userId: string; amountPaise: number };

/**
 * Records refunds that were made in Razorpay's dashboard. A full refund ends the period, like a refund that was made here. A
 * partial refund is recorded as an anomaly for the operator.
 *
 * @param made refunds of the payment that completed the order, except refunds that were made here
 */
async function recordProviderRefunds(order: Order, made: ProviderRefund[]): Promise<void> {
  // If several refunds add up to the full amount, the worker polls the pending refund until it is settled.
  const tracked = made.find(({ status }) => status === 'pending') ?? made[0];
  if (!tracked) return;
  const sum = made.reduce((paise, { amount }) => paise + amount, 0);
  if (sum < order.amountPaise) {
    await recordPartialRefunds(order, made);
    return;
  }
  const { id: orderId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, amountPaise, now];
  const [row] = await query<{ id: string }>('insert-dashboard-refund', insert, values);
  if (row) await recordRefund({ refundId: row.id, orderId, userId, made: tracked });
}

/** Delay until the next poll while a refund is pending or the provider is unavailable, in milliseconds. */
const pollAgainMs = 3_600_000;

/**
 * Sets or clears the next poll. If the order has become due in the meantime, `next_poll_at` no longer equals $4 and does not
 * change.
 */
const postpone = `
  UPDATE orders SET next_poll_at = CASE
    WHEN $3 OR EXISTS (SELECT FROM refunds WHERE order_id = $1 AND status = 'pending') THEN $2::timestamptz
  END
  WHERE id = $1 AND next_poll_at IS NOT DISTINCT FROM $4`;

const statement = `
  UPDATE refunds SET status = $2::refund_status, settled_at = $3
  WHERE id = $1 AND status = 'pending' RETURNING changes`;

type RefundToSettle = { refundId: string; orderId: string; userId: string; made: ProviderRefund };

/** Records the final status of a refund. If it failed, the ended period is restored. */
async function settleRefund({ refundId, orderId, userId, made }: RefundToSettle): Promise<void> {
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
        : 'the plan is not back, because a later plan covers its time';
      const detail = `${made.id} of ${made.payment_id}; ${plan}`;
      await recordPaymentAnomaly({ kind: 'refund_failed', orderId, detail }, tx);
    },
    { lock: subscriptionLockName(userId) },
  );
}

/**
 * Fetches the refunds of a completed order from Razorpay. Settles the pending refund, even if the process that made the
 * refund died before recording it. Records refunds that were made in Razorpay's dashboard.
 */
export async function reconcileRefunds(orderId: string): Promise<void> {
  const order = await prisma.order.findUnique({
    where: { id: orderId },
    include: { refunds: true },
  });
  if (!order?.paymentId) return;
  const { userId, nextPollAt } = order;
  const refunds = await fetchRefunds(order.paymentId);
  const unmatched = new Set(refunds?.filter(({ status }) => status !== 'failed'));
  for (const { id: refundId, providerRefundId, status } of order.refunds) {
    const made = refunds?.find(({ id, receipt }) =>
      providerRefundId ? id === providerRefundId : status === 'pending' && receipt === refundId,
    );
    if (!made) continue;
    unmatched.delete(made);
    if (status !== 'pending') continue;
    const found = { refundId, orderId, userId, made };
    if (!providerRefundId) await recordRefund(found);
    else if (made.status !== 'pending') await settleRefund(found);
  }
  await recordProviderRefunds(order, [...unmatched]);
  const again = new Date(clock.now().getTime() + pollAgainMs);
  await query('postpone-refund', postpone, [orderId, again, refunds === null, nextPollAt]);
}

/** @returns null while the provider is unavailable */
async function fetchRefunds(paymentId: string): Promise<ProviderRefund[] | null> {
  try {
    return await listPaymentRefunds(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, paymentId }, 'the payment provider did not respond');
    return null;
  }
}

async function recordPartialRefunds(
  { id: orderId, userId }: Order,
  parts: ProviderRefund[],
): Promise<void> {
  await transaction(
    async (tx) => {
      for (const { id, amount, payment_id } of parts) {
        if ((await query('is-partial-refund-recorded', isRecorded, [orderId, id], tx)).length > 0)
          continue;
        const detail = `${id} paid ${amount} paise of ${payment_id} back`;
        await recordPaymentAnomaly({ kind: 'refunded_in_part', orderId, detail }, tx);
      }
    },
    { lock: subscriptionLockName(userId) },
  );
}
