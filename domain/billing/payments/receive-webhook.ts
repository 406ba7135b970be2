import { hash } from 'node:crypto';
import { reconcileOrderJob } from '#domain/billing/jobs.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import type { WebhookInput } from './contract.browser.ts';
import { hasValidSignature } from './razorpay.ts';
import { razorpaySettings } from './settings.ts';
import { recordPaymentAnomaly } from './settle-order.ts';

/** Stores the event and makes the order due in one statement, so that a crash loses neither. */
const statement = `
  WITH event AS (
    INSERT INTO payment_events (id, event, provider_order_id, received_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (id) DO NOTHING RETURNING provider_order_id
  )
  UPDATE orders SET next_poll_at = $4 FROM event
  WHERE orders.provider_order_id = event.provider_order_id
  RETURNING orders.id`;

type WebhookRequest = {
  /** The unchanged bytes of the body, because the signature covers them. */
  raw: Uint8Array;
  /** The parsed body. */
  body: WebhookInput;
  signature: string;
  /** Razorpay's id of the event. Repeats of the event have the same id. */
  eventId: string;
};

/**
 * Accepts a webhook event. Only the signature is checked here; the worker then fetches the order
 * from Razorpay, so events may arrive late, twice and out of order.
 *
 * @throws DomainError `signature_mismatch`
 */
export async function receiveWebhook({
  raw,
  body,
  signature,
  eventId,
}: WebhookRequest): Promise<void> {
  if (!hasValidSignature(razorpaySettings.RAZORPAY_WEBHOOK_SECRET ?? [], raw, signature)) {
    const detail = `event ${eventId.slice(0, 60)}, ${raw.byteLength} bytes`;
    await recordPaymentAnomaly({ kind: 'webhook_signature_mismatch', detail });
    throw new DomainError('signature_mismatch');
  }
  const { event, payload } = body;
  const providerOrderId = payload.order?.entity.id ?? payload.payment?.entity.order_id ?? null;
  // An event id that is missing or malformed is replaced by a hash of the body.
  const id = /^[\x21-\x7e]{1,100}$/.test(eventId) ? eventId : hash('sha256', raw, 'hex');
  const values = [id, event, providerOrderId, clock.now()];
  const rows = await query<{ id: string }>('receive-event', statement, values);
  void enqueue(
    reconcileOrderJob,
    rows.map(({ id }) => ({ orderId: id })),
  );
}

const dayMs = 24 * 3_600_000;

/** How long events are kept, in milliseconds. Razorpay repeats an event for 24 hours. */
const eventRetentionMs = 30 * dayMs;

/** How long anomalies are kept, in milliseconds: long enough for a payment dispute. */
const anomalyRetentionMs = 365 * dayMs;

/** Deletes events and anomalies past their retention. @returns how many */
export async function purgePaymentEvents(): Promise<number> {
  const before = (ms: number) => ({ lt: new Date(clock.now().getTime() - ms) });
  const events = await prisma.paymentEvent.deleteMany({
    where: { receivedAt: before(eventRetentionMs) },
  });
  const anomalies = await prisma.paymentAnomaly.deleteMany({
    where: { at: before(anomalyRetentionMs) },
  });
  return events.count + anomalies.count;
}
