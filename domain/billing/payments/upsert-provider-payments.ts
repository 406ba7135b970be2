import { query, type SqlClient } from '#platform/db.ts';
import type { ProviderPayment } from './razorpay.ts';

/**
 * The provider's latest state replaces the stored one. Two parallel fetches may write in the wrong
 * order, so a payment never moves back to an earlier status.
 */
const statement = `
  INSERT INTO payments (id, order_id, status, amount_paise, currency, method, failure, created_at)
  SELECT id, $1, status::payment_status, amount, currency, method, error_description,
    to_timestamp(created_at)
  FROM json_to_recordset($2::json) AS p(
    id text, status text, amount int, currency text, method text, error_description text,
    created_at double precision)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    status = CASE
      WHEN payments.status IN ('captured', 'refunded') AND excluded.status NOT IN ('captured', 'refunded')
        OR payments.status = 'refunded' THEN payments.status
      ELSE excluded.status END,
    method = coalesce(excluded.method, payments.method),
    failure = excluded.failure
  WHERE payments.order_id = excluded.order_id`;

/** Writes the payment attempts of an order. */
export async function upsertProviderPayments(
  orderId: string,
  payments: readonly ProviderPayment[],
  tx?: SqlClient,
): Promise<void> {
  if (payments.length === 0) return;
  await query('record-payments', statement, [orderId, JSON.stringify(payments)], tx);
}
