import { z } from 'zod';
import type { Payment, Refund } from './entities.ts';
import { notes, paise, readInput, receipt } from './input.ts';
import { find } from './ledger.ts';
import { makeId, nowInSeconds } from './make-id.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';
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
 * @throws ProviderError if the input is invalid, the amount exceeds the rest, or the fault setting says so
 */
export function refundPayment(
  context: ProviderContext,
  id: string,
  body: unknown,
  key?: string,
): Refund {
  const { ledger, faultSettings, timers, options, changed } = context;
  const payment = find(ledger.payments, id);
  const input = readInput(schema, body);
  const request = JSON.stringify([id, input]);
  const before = key === undefined ? undefined : findRefundByKey(context, key, request);
  if (before) return before;

  const refund = newRefund(input, payment);
  payment.amount_refunded += refund.amount;
  ledger.refunds.add(refund);
  if (key !== undefined) ledger.refundsByKey.set(key, { request, refund });
  const { behaviour } = faultSettings.refunds.take();
  const end = () => settleRefund(context, refund, payment, behaviour !== 'failed');
  if (behaviour === 'normal' || behaviour === 'under-way') end();
  else timers.later(options.refundAfterMs, end);
  changed();
  if (behaviour === 'under-way') throw new ProviderError(inProgressMessage, { status: 409 });
  return refund;
}

/** The existing refund of an idempotency key. Source: razorpay.com/docs/api/refunds. */
function findRefundByKey(
  { ledger }: ProviderContext,
  key: string,
  request: string,
): Refund | undefined {
  if (!/^[\w-]{10,}$/.test(key)) {
    throw new ProviderError(
      'The idempotency key must have 10 letters, digits, hyphens or underscores.',
    );
  }
  const entry = ledger.refundsByKey.get(key);
  if (entry && entry.request !== request) {
    throw new ProviderError('Different request body sent for the same idempotency key.');
  }
  return entry?.refund;
}

function newRefund(input: z.output<typeof schema>, payment: Payment): Refund {
  if (payment.status === 'refunded') {
    throw new ProviderError('The payment has been fully refunded already');
  }
  if (!payment.captured) {
    throw new ProviderError('The payment status should be captured for action to be taken');
  }
  const left = payment.amount - payment.amount_refunded;
  const amount = input.amount ?? left;
  if (left === 0) throw new ProviderError('The payment has been fully refunded already');
  if (amount > left) {
    throw new ProviderError('The total refund amount is greater than the refund payment amount', {
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
