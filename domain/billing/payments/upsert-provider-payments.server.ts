import { query, type SqlClient } from '#platform/db.server.ts';
import type { ProviderPayment } from './razorpay.server.ts';

/**
 * The provider is asked for what is now, so what it says replaces what it said; only, of two askings
 * at once the later answer may be written first: a payment never goes back to an earlier state.
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

/** Writes the tries to pay an order, as the provider tells them. */
export async function upsertProviderPayments(
  orderId: string,
  payments: readonly ProviderPayment[],
  on?: SqlClient,
): Promise<void> {
  if (payments.length === 0) return;
  await query('record-payments', statement, [orderId, JSON.stringify(payments)], on);
}
