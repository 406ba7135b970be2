import { z } from 'zod';
import type { Payment, Refund } from './entities.ts';
import { notes, paise, readInput, receipt } from './input.ts';
import { find } from './ledger.ts';
import { makeId, nowInSeconds } from './make-id.ts';
import type { ProviderContext } from './provider-context.ts';
import { Refusal } from './refusal.ts';
import { settleRefund } from './settle-refund.ts';

const schema = z.object({
  amount: paise.optional(),
  speed: z.literal(['normal', 'optimum'], 'The speed is invalid.').default('normal'),
  notes,
  receipt,
});

const inProgressMessage = 'Another request with the same idempotency key is in progress.';

/**
 * Refunds a payment, by default the whole remaining amount.
 *
 * @param key from the header X-Refund-Idempotency: a repeated call returns the same refund
 * @throws Refusal if the input is invalid, the amount exceeds the rest, or the fault setting says so
 */
export function refundPayment(
  desk: ProviderContext,
  id: string,
  body: unknown,
  key?: string,
): Refund {
  const { books, dials, timers, options, changed } = desk;
  const payment = find(books.payments, id);
  const input = readInput(schema, body);
  const request = JSON.stringify([id, input]);
  const before = key === undefined ? undefined : refundUnder(desk, key, request);
  if (before) return before;

  const refund = newRefund(input, payment);
  payment.amount_refunded += refund.amount;
  books.refunds.add(refund);
  if (key !== undefined) books.refundsByKey.set(key, { request, refund });
  const { behaviour } = dials.refunds.take();
  const end = () => settleRefund(desk, refund, payment, behaviour !== 'failed');
  if (behaviour === 'normal' || behaviour === 'under-way') end();
  else timers.later(options.refundAfterMs, end);
  changed();
  if (behaviour === 'under-way') throw new Refusal(inProgressMessage, { status: 409 });
  return refund;
}

/** The existing refund of an idempotency key. Source: razorpay.com/docs/api/refunds. */
function refundUnder({ books }: ProviderContext, key: string, request: string): Refund | undefined {
  if (!/^[\w-]{10,}$/.test(key)) {
    throw new Refusal('The idempotency key must have 10 letters, digits, hyphens or underscores.');
  }
  const entry = books.refundsByKey.get(key);
  if (entry && entry.request !== request) {
    throw new Refusal('Different request body sent for the same idempotency key.');
  }
  return entry?.refund;
}

function newRefund(input: z.output<typeof schema>, payment: Payment): Refund {
  if (payment.status === 'refunded') {
    throw new Refusal('The payment has been fully refunded already');
  }
  if (!payment.captured) {
    throw new Refusal('The payment status should be captured for action to be taken');
  }
  const left = payment.amount - payment.amount_refunded;
  const amount = input.amount ?? left;
  if (left === 0) throw new Refusal('The payment has been fully refunded already');
  if (amount > left) {
    throw new Refusal('The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  }
  return {
    id: makeId('rfnd_'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: input.notes,
    receipt: input.receipt,
    acquirer_data: { arn: null },
    created_at: nowInSeconds(),
    batch_id: null,
    status: 'pending',
    speed_requested: input.speed,
    speed_processed: input.speed === 'optimum' ? 'instant' : 'normal',
  };
}
