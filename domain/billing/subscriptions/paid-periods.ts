import { isDeepStrictEqual } from 'node:util';
import {
  adjustUsageMonths,
  closeMonths,
  lockUsedMonths,
} from '#domain/billing/usage/usage-months.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { listUsageMonths, nextPeriod } from './next-period.ts';
import { reversePeriod, type StoredPeriod } from './reverse-period.ts';
import { addPlanEvent, listRunningPeriods, savePeriods } from './stored-periods.ts';

type PaidOrder = {
  userId: string;
  planId: string;
  orderId: string;
  amountPaise: number;
  paidAt: Date;
};

/**
 * Ends the replaced periods now. A period that has not begun ends at its own start. The statement stores the credit and the
 * original end, so that a refund can restore the period.
 */
const replace = `
  UPDATE subscriptions SET status = 'expired', expires_at = greatest($2, started_at),
    original_expires_at = expires_at, credited_to = $3, credited_paise = replaced."creditPaise"
  FROM jsonb_to_recordset($1) AS replaced (id text, "creditPaise" int)
  WHERE subscriptions.id = replaced.id`;

/** Undoes a cancellation, because the user has paid again. */
const resume = `
  UPDATE subscriptions SET status = 'active', cancelled_at = NULL, cancel_reason = NULL
  WHERE user_id = $1 AND status = 'pending_cancellation' AND expires_at > $2`;

const insert = `
  INSERT INTO subscriptions (id, user_id, plan_id, order_id, started_at, expires_at, value_paise)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Creates the period that an order paid for.
 *
 * @param tx the transaction that completes the order; it holds `subscriptionLockName`
 */
export async function createPaidPeriod(
  { userId, planId, orderId, amountPaise, paidAt }: PaidOrder,
  tx: Transaction,
): Promise<void> {
  const periods = await listRunningPeriods(userId, paidAt, tx);
  const next = nextPeriod(periods, { planId, amountPaise }, paidAt);
  const id = newId('sub', paidAt.getTime());
  await query('replace-periods', replace, [JSON.stringify(next.replaced), paidAt, id], tx);
  if (next.replaced.length > 0) await closeMonths(userId, paidAt, tx);
  await query('undo-cancellation', resume, [userId, paidAt], tx);
  await query(
    'begin-paid-period',
    insert,
    [
      ...[id, userId, planId, orderId],
      ...[next.startedAt, next.expiresAt, amountPaise + next.creditPaise],
    ],
    tx,
  );
  await addPlanEvent(userId, tx);
}

const selectPeriods = `
  SELECT id, user_id AS "userId", plan_id AS "planId", order_id AS "orderId", status, started_at AS "startedAt",
    expires_at AS "expiresAt", value_paise AS "valuePaise", credited_to AS "creditedTo",
    credited_paise AS "creditedPaise", original_expires_at AS "originalExpiresAt"
  FROM subscriptions
  WHERE user_id = (SELECT user_id FROM subscriptions WHERE order_id = $1)
  ORDER BY started_at, id`;

type Row = Omit<StoredPeriod, 'months'> & { userId: string };

/** A period as it was before a refund, and as the refund left it. `restorePaidPeriod` uses both to undo the change. */
export type PeriodChange = { before: StoredPeriod; after: StoredPeriod };

/** True if the periods are unchanged since the refund, and no period bought later overlaps the restored time. */
const isFree = `
  WITH change AS (
    SELECT before, after, before ->> 'id' AS id, (before ->> 'startedAt')::timestamptz AS begins,
      (before ->> 'expiresAt')::timestamptz AS ends
    FROM jsonb_to_recordset($1) AS c (before jsonb, after jsonb))
  SELECT NOT EXISTS (
    SELECT FROM change LEFT JOIN subscriptions s ON s.id = change.id
    WHERE (s.started_at, s.expires_at) IS DISTINCT FROM
      ((after ->> 'startedAt')::timestamptz, (after ->> 'expiresAt')::timestamptz)
  ) AND NOT EXISTS (
    SELECT FROM change JOIN subscriptions s
      ON s.user_id = (SELECT user_id FROM subscriptions WHERE id = change.id)
    WHERE before ->> 'status' <> 'expired' AND s.status <> 'expired'
      AND s.id NOT IN (SELECT id FROM change) AND s.started_at < ends AND s.expires_at > begins
  ) AS "isFree"`;

/**
 * Undoes `endPaidPeriod` after a refund failed.
 *
 * @param changes the result of `endPaidPeriod`
 * @param tx a transaction that holds `subscriptionLockName`
 * @returns false, without changing anything, if the periods have changed since the refund, or a period bought later overlaps
 *   the restored time
 */
export async function restorePaidPeriod(
  userId: string,
  changes: PeriodChange[],
  tx: Transaction,
): Promise<boolean> {
  const values = [JSON.stringify(changes)];
  const [found] = await query<{ isFree: boolean }>('is-time-free', isFree, values, tx);
  if (!found?.isFree) return false;
  await savePeriods(
    changes.map(({ before }) => before),
    tx,
  );
  await adjustUsageMonths(userId, tx);
  await addPlanEvent(userId, tx);
  return true;
}

/**
 * Ends the period that a refunded order paid for.
 *
 * @param tx a transaction that holds `subscriptionLockName`
 * @returns the changed periods, for `restorePaidPeriod`
 */
export async function endPaidPeriod(orderId: string, tx: Transaction): Promise<PeriodChange[]> {
  const rows = await query<Row>('periods-of-order-user', selectPeriods, [orderId], tx);
  const userId = rows[0]?.userId;
  if (!userId) return [];
  const months = await lockUsedMonths(userId, tx);
  const periods = rows.map(({ userId, ...row }) => ({
    ...row,
    months: listUsageMonths(row, months),
  }));
  const changes = reversePeriod(periods, orderId, clock.now())
    .map((after, i) => ({ before: periods[i] ?? after, after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  await savePeriods(
    changes.map(({ after }) => after),
    tx,
  );
  await adjustUsageMonths(userId, tx);
  if (changes.length > 0) await addPlanEvent(userId, tx);
  return changes;
}
