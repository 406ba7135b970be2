import type { BehaviourOf } from './behaviours.ts';
import type { Method, Order, Payment, PaymentError } from './entities.ts';
import { find } from './ledger.ts';
import { makeId, nowInSeconds } from './make-id.ts';
import { paymentMethodFields } from './payment-method-fields.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';
import { calculateFee, settle } from './settle.ts';
import { makeEvent } from './webhook-event.ts';

/** A payment attempt in Checkout. */
export type Attempt = {
  method?: Method;
  email?: string;
  contact?: string;
  description?: string | null;
  /** Normal by default. */
  as?: BehaviourOf<'payments'>;
};

const noError: PaymentError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

const declined: PaymentError = {
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
  context: ProviderContext,
  orderId: string,
  attempt: Attempt = {},
): Payment {
  const { ledger, sendWebhooks, changed } = context;
  const order = find(ledger.orders, orderId);
  if (order.status === 'paid') throw new ProviderError('Payment already done for this order.');
  const payment = newPayment(order, attempt);
  ledger.payments.add(payment);
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

function amountOf({ amount }: Order, { as }: Attempt): number {
  if (as === 'wrong-amount') return 100;
  if (as === 'with-offer') return Math.round(amount * 0.9);
  return as === 'fee-on-top' ? amount + calculateFee(amount).fee : amount;
}

function newPayment(order: Order, attempt: Attempt): Payment {
  return {
    id: makeId('pay_'),
    entity: 'payment',
    amount: amountOf(order, attempt),
    offer_id: attempt.as === 'with-offer' ? makeId('offer_') : null,
    currency: attempt.as === 'wrong-currency' ? 'USD' : order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    ...paymentMethodFields(attempt.method ?? 'card'),
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
