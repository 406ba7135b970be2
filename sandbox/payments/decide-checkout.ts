import { z } from 'zod';
import { attemptPayment } from './attempt-payment.ts';
import { renderCheckout } from './checkout-page.ts';
import type { Checkout } from './checkout-request.ts';
import { checkoutError, checkoutResult } from './checkout-result.ts';
import type { Method, Payment } from './entities.ts';
import type { Payments } from './payments.ts';
import { renderPaid, renderReturn, renderTabClosedPage } from './return-page.ts';

const schema = z.object({
  method: z.enum(['card', 'upi', 'netbanking', 'wallet'] satisfies Method[]).catch('card'),
  decision: z.enum(['pay', 'decline', 'lose']).catch('pay'),
});

/**
 * Handles a decision in Checkout.
 *
 * @returns the next page
 */
export function decideCheckout(payments: Payments, checkout: Checkout, body: unknown): string {
  const { asked, order } = checkout;
  const { method, decision } = schema.parse(body);
  const behaviour = payments.faultSettings.payments.take().behaviour;
  const payment = attemptPayment(payments.context, order.id, {
    method,
    email: asked['prefill[email]'],
    contact: asked['prefill[contact]'],
    description: asked.description || null,
    as: decision === 'decline' ? 'declined' : behaviour,
  });
  if (payment.status === 'failed') return showFailure(checkout, payment);
  if (decision === 'lose') return renderTabClosedPage();
  const answer = checkoutResult(payment, payments.options.keySecret);
  if (asked.origin === '' && asked.callback_url !== '') return renderReturn(asked, answer);
  return renderPaid(asked, answer);
}

/** Embedded, the buyer may retry; the hosted page posts the error to the merchant, as Razorpay's does. */
function showFailure({ asked, order }: Checkout, payment: Payment): string {
  const error = checkoutError(payment);
  if (asked.origin === '' && asked.callback_url !== '') {
    const { metadata, ...texts } = error;
    const fields = Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [`error[${name}]`, value]),
    );
    return renderReturn(asked, { ...fields, 'error[metadata]': JSON.stringify(metadata) });
  }
  const left = asked.retries === '' ? '' : String(Math.max(0, Number(asked.retries) - 1));
  return renderCheckout({
    asked: { ...asked, retries: left },
    order,
    method: payment.method,
    error: error.description,
    checkoutEvent: { event: 'failed', detail: error },
  });
}
