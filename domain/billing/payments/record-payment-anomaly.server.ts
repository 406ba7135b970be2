import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { type PaymentAnomalyKind, paymentAnomalyKinds } from './contract.ts';

const faults = counter<'kind'>({
  name: 'dakiya_payment_anomalies_total',
  help: 'Payment anomalies by kind. One order may be counted more than once.',
  labelNames: ['kind'],
});
// From the beginning: what begins with its first fault has no rate.
for (const kind of paymentAnomalyKinds) faults.inc({ kind }, 0);

/** The same of an order is noted once, though every look at the provider finds it again. */
const statement = `
  INSERT INTO payment_anomalies (id, at, user_id, order_id, kind, detail)
  SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
    SELECT FROM payment_anomalies WHERE order_id = $4 AND kind = $5 AND detail = $6)`;

/** Anybody may bring what does not fit, so that they may not fill the table with it. */
const limit = createRateLimiter('payment-faults', { points: 100, seconds: 3_600 });

type Fault = {
  kind: PaymentAnomalyKind;
  userId?: string;
  orderId?: string;
  /** What was given and what would have fitted; no secret, no signature. */
  detail: string;
};

/** Notes what did not fit, for whoever operates this: it may be an attack, or money to give back. */
export async function recordPaymentAnomaly(
  { kind, userId, orderId, detail }: Fault,
  on?: SqlClient,
): Promise<void> {
  if (!(await limit.take(`${kind} ${userId ?? ''}`)).allowed) return;
  faults.inc({ kind });
  logger.warn({ kind, orderId, detail }, 'payment anomaly recorded');
  const values = [newId('flt'), clock.now(), userId ?? null, orderId ?? null, kind];
  await query('record-payment-fault', statement, [...values, detail.slice(0, 500)], on);
}
