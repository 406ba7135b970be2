import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { type PaymentAnomalyKind, paymentAnomalyKinds } from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    flt: 'payment_anomalies';
  }
}

const anomaliesTotal = counter<'kind'>({
  name: 'dakiya_payment_anomalies_total',
  help: 'Payment anomalies by kind. One order may be counted more than once.',
  labelNames: ['kind'],
});
// Starts every series at 0: a counter that first appears at 1 has no rate.
for (const kind of paymentAnomalyKinds) anomaliesTotal.inc({ kind }, 0);

/**
 * Recorded once per order, kind and detail, though every reconcile finds the same anomaly again.
 */
const statement = `
  INSERT INTO payment_anomalies (id, at, user_id, order_id, kind, detail)
  SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
    SELECT FROM payment_anomalies WHERE order_id = $4 AND kind = $5 AND detail = $6)`;

/** Callers can trigger anomalies at will; the limit keeps them from filling the table. */
const limit = createRateLimiter('payment-anomalies', { points: 100, seconds: 3_600 });

type Anomaly = {
  kind: PaymentAnomalyKind;
  userId?: string;
  orderId?: string;
  /** The given and the expected value, without secrets and signatures. */
  detail: string;
};

/** Records an anomaly for the operator: it may be an attack, or money to refund. */
export async function recordPaymentAnomaly(
  { kind, userId, orderId, detail }: Anomaly,
  tx?: SqlClient,
): Promise<void> {
  if (!(await limit.consume(`${kind} ${userId ?? ''}`)).allowed) return;
  anomaliesTotal.inc({ kind });
  logger.warn({ kind, orderId, detail }, 'payment anomaly recorded');
  const values = [newId('flt'), clock.now(), userId ?? null, orderId ?? null, kind];
  await query('record-payment-anomaly', statement, [...values, detail.slice(0, 500)], tx);
}
