import { z } from 'zod';
import type { Timers } from '../state.ts';
import {
  type Method,
  makeId,
  type Notes,
  nowInSeconds,
  type Order,
  type Payment,
  ProviderError,
  type Refund,
} from './entities.ts';
import { find, type Ledger } from './ledger.ts';
import type { BehaviourOf, FaultSettings, PaymentsOptions } from './settings.ts';
import { makeEvent, type WebhookEvent } from './webhooks.ts';

/** The dependencies of the operations on orders, payments and refunds. */
export type ProviderContext = {
  options: PaymentsOptions;
  ledger: Ledger;
  faultSettings: FaultSettings;
  timers: Timers;
  sendWebhooks(events: WebhookEvent[]): void;
  /** Notifies open pages of a change. */
  changed(): void;
};

/** An amount in paise, as an integer or as a string of digits, because Razorpay accepts both. */
const paise = z
  .union(
    [z.number(), z.string().regex(/^\d+$/).transform(Number)],
    'The amount must be an integer.',
  )
  .pipe(
    z
      .int('The amount must be an integer.')
      .min(100, 'The amount must be at least INR 1.00')
      .max(50_000_000_00, 'Amount exceeds maximum amount allowed.'),
  );

const receipt = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((text) => text ?? null);

const note = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().max(256, 'The value of notes may not be greater than 256 characters.'));

const notes = z
  .union(
    [z.record(z.string().max(256), note), z.tuple([]).transform(() => ({}))],
    'The notes must be an object of texts with 256 characters at most.',
  )
  .optional()
  .transform((all): Notes => (all && Object.keys(all).length > 0 ? all : []))
  .refine(
    (all) => Object.keys(all).length <= 15,
    'Number of fields in notes should be less than or equal to 15',
  );

/**
 * Parses the merchant's input.
 *
 * @throws ProviderError that names the first invalid field
 */
function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'input');
  const given = (body as Record<string, unknown> | null)?.[field] !== undefined;
  const reason = given ? (issue?.message ?? '') : `The ${field} field is required.`;
  throw new ProviderError(reason, { field });
}

const orderSchema = z.object({
  amount: paise,
  currency: z.literal('INR', 'Currency is not supported'),
  receipt,
  notes,
  unique_receipt: z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).optional(),
});

/**
 * Creates an order. With `unique_receipt`, a repeated call with the same receipt returns the existing order.
 *
 * @throws ProviderError if the input is invalid, or the receipt belongs to another order
 */
export function createOrder({ ledger, changed }: ProviderContext, body: unknown): Order {
  const input = readInput(orderSchema, body);
  if (input.unique_receipt) {
    if (input.receipt === null) {
      throw new ProviderError('The receipt field is required.', { field: 'receipt' });
    }
    const before = ledger.orders.list().find((order) => order.receipt === input.receipt);
    if (before && before.amount === input.amount) return before;
    if (before) throw new ProviderError('The receipt is already in use.', { field: 'receipt' });
  }
  const order: Order = {
    id: makeId('order_'),
    entity: 'order',
    amount: input.amount,
    amount_paid: 0,
    amount_due: input.amount,
    currency: input.currency,
    receipt: input.receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: input.notes,
    created_at: nowInSeconds(),
  };
  ledger.orders.set(order.id, order);
  changed();
  return order;
}

/** A payment attempt in Checkout. */
export type Attempt = {
  method?: Method;
  email?: string;
  contact?: string;
  description?: string | null;
  /** The outcome of the attempt; normal by default. */
  as?: BehaviourOf<'payments'>;
};

const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

const declined = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Try another payment method.',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};

/**
 * Attempts to pay an order.
 *
 * @throws ProviderError if the order does not exist or is paid
 */
export function attemptPayment(
  { ledger, sendWebhooks, changed }: ProviderContext,
  orderId: string,
  attempt: Attempt = {},
): Payment {
  const order = find(ledger.orders, orderId);
  if (order.status === 'paid') throw new ProviderError('Payment already done for this order.');
  const payment = newPayment(order, attempt);
  ledger.payments.set(payment.id, payment);
  order.attempts += 1;
  order.status = 'attempted';
  if (attempt.as === 'declined') {
    Object.assign(payment, { status: 'failed', ...declined });
    sendWebhooks([makeEvent('payment.failed', { payment })]);
  } else {
    payment.status = 'authorized';
    const authorized = makeEvent('payment.authorized', { payment });
    sendWebhooks([authorized, ...(attempt.as === 'authorized' ? [] : settle(payment, order))]);
  }
  changed();
  return payment;
}

const methodFields = {
  card: () => ({
    card_id: makeId('card_'),
    card: { entity: 'card', name: 'Asha Rao', last4: '1111', network: 'Visa', type: 'debit' },
  }),
  upi: () => ({ vpa: 'asha@exampleupi' }),
  netbanking: () => ({ bank: 'HDFC' }),
  wallet: () => ({ wallet: 'payzapp' }),
};

function newPayment(order: Order, { method = 'card', as, ...attempt }: Attempt): Payment {
  return {
    id: makeId('pay_'),
    entity: 'payment',
    amount: amountOf(order, as),
    offer_id: as === 'with-offer' ? makeId('offer_') : null,
    currency: as === 'wrong-currency' ? 'USD' : order.currency,
    status: 'created',
    order_id: order.id,
    method,
    ...{ card_id: null, bank: null, wallet: null, vpa: null, ...methodFields[method]() },
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    email: attempt.email || 'asha@example.com',
    contact: attempt.contact || '+919876543210',
    notes: order.notes,
    fee: null,
    tax: null,
    ...noError,
    created_at: nowInSeconds(),
  };
}

function amountOf({ amount }: Order, as: Attempt['as']): number {
  if (as === 'wrong-amount') return 100;
  if (as === 'with-offer') return Math.round(amount * 0.9);
  return as === 'fee-on-top' ? amount + calculateFee(amount).fee : amount;
}

/** Calculates the fee: 2 % of the amount, plus 18 % GST on the fee. */
function calculateFee(amount: number) {
  const charge = Math.round(amount * 0.02);
  const tax = Math.round(charge * 0.18);
  return { fee: charge + tax, tax };
}

/**
 * Captures a payment, and marks its order as paid unless the amount is too small.
 *
 * @returns the webhook events
 */
function settle(payment: Payment, order: Order): WebhookEvent[] {
  // If the customer pays the fee, the fee is computed from the order's amount.
  const { fee, tax } = calculateFee(Math.min(payment.amount, order.amount));
  Object.assign(payment, { status: 'captured', captured: true, fee, tax });
  const captured = makeEvent('payment.captured', { payment });
  const isOfOrder = payment.currency === order.currency;
  if (!isOfOrder || (payment.amount < order.amount && !payment.offer_id)) return [captured];
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = Math.max(0, order.amount - payment.amount);
  return [captured, makeEvent('order.paid', { payment, order })];
}

const captureSchema = z.object({ amount: paise, currency: z.string().default('INR') });

/**
 * Captures an authorized payment.
 *
 * @throws ProviderError if the payment is not authorized, or the amount or currency differs
 */
export function capturePayment(
  { ledger, sendWebhooks, changed }: ProviderContext,
  id: string,
  body: unknown,
): Payment {
  const payment = find(ledger.payments, id);
  const { amount, currency } = readInput(captureSchema, body);
  const order = find(ledger.orders, payment.order_id);
  if (payment.captured) throw new ProviderError('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw new ProviderError(
      'Only payments which have been authorized and not yet captured can be captured',
    );
  }
  if (currency !== payment.currency) {
    const reason = 'The currency should be the same as that of the payment';
    throw new ProviderError(reason, { field: 'currency' });
  }
  if (amount !== payment.amount) {
    const reason = 'Capture amount must be equal to the amount authorized';
    throw new ProviderError(reason, { field: 'amount' });
  }
  if (order.status === 'paid') throw new ProviderError('Payment already done for this order.');
  sendWebhooks(settle(payment, order));
  changed();
  return payment;
}

const refundSchema = z.object({
  amount: paise.optional(),
  speed: z.literal(['normal', 'optimum'], 'The speed is invalid.').default('normal'),
  notes,
  receipt,
});

/**
 * Refunds a payment. By default, refunds the whole remaining amount.
 *
 * @param key the value of the header X-Refund-Idempotency. A repeated call with the same key returns the same refund
 * @throws ProviderError if the input is invalid, the amount exceeds the remaining amount, or the fault setting makes refunds
 *   fail
 */
export function refundPayment(
  context: ProviderContext,
  id: string,
  body: unknown,
  key?: string,
): Refund {
  const { ledger, faultSettings, timers, options, changed } = context;
  const payment = find(ledger.payments, id);
  const input = readInput(refundSchema, body);
  const request = JSON.stringify([id, input]);
  const before = key === undefined ? undefined : findRefundByKey(ledger, key, request);
  if (before) return before;

  const refund = newRefund(input, payment);
  payment.amount_refunded += refund.amount;
  ledger.refunds.set(refund.id, refund);
  if (key !== undefined) ledger.refundsByKey.set(key, { request, refund });
  const { behaviour } = faultSettings.refunds.take();
  const end = () => settleRefund(context, refund, payment, behaviour !== 'failed');
  if (behaviour === 'normal' || behaviour === 'under-way') end();
  else timers.later(options.refundAfterMs, end);
  changed();
  if (behaviour === 'under-way') {
    const reason = 'Another request with the same idempotency key is in progress.';
    throw new ProviderError(reason, { status: 409 });
  }
  return refund;
}

/** Finds the existing refund of an idempotency key. Source: razorpay.com/docs/api/refunds. */
function findRefundByKey({ refundsByKey }: Ledger, key: string, request: string) {
  if (!/^[\w-]{10,}$/.test(key)) {
    throw new ProviderError(
      'The idempotency key must have 10 letters, digits, hyphens or underscores.',
    );
  }
  const entry = refundsByKey.get(key);
  if (entry && entry.request !== request) {
    throw new ProviderError('Different request body sent for the same idempotency key.');
  }
  return entry?.refund;
}

function newRefund(input: z.output<typeof refundSchema>, payment: Payment): Refund {
  const left = payment.amount - payment.amount_refunded;
  const amount = input.amount ?? left;
  if (!payment.captured) {
    throw new ProviderError('The payment status should be captured for action to be taken');
  }
  if (left === 0) throw new ProviderError('The payment has been fully refunded already');
  if (amount > left) {
    const reason = 'The total refund amount is greater than the refund payment amount';
    throw new ProviderError(reason, { field: 'amount' });
  }
  return {
    id: makeId('rfnd_'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: input.notes,
    receipt: input.receipt,
    created_at: nowInSeconds(),
    status: 'pending',
    speed_requested: input.speed,
  };
}

/**
 * Settles a refund.
 *
 * @param succeeded whether the refund succeeded. If it failed, its amount can be refunded again
 */
export function settleRefund(
  { sendWebhooks, changed }: ProviderContext,
  refund: Refund,
  payment: Payment,
  succeeded: boolean,
): void {
  refund.status = succeeded ? 'processed' : 'failed';
  if (!succeeded) payment.amount_refunded -= refund.amount;
  const isFull = payment.amount_refunded === payment.amount;
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null;
  payment.status = isFull ? 'refunded' : 'captured';
  sendWebhooks([makeEvent(succeeded ? 'refund.processed' : 'refund.failed', { refund, payment })]);
  changed();
}
