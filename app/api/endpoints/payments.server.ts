import { z } from 'zod';
import {
  createOrderInput,
  orderOutput,
  refundInput,
  refundOutput,
  verifyPaymentInput,
  verifyPaymentOutput,
  webhookInput,
} from '#domain/billing/payments/contract.browser.ts';
import { createOrder as create } from '#domain/billing/payments/create-order.ts';
import { receiveWebhook as receive } from '#domain/billing/payments/receive-webhook.ts';
import { requestRefund as request } from '#domain/billing/payments/request-refund.ts';
import {
  claimPaidSubscription as renew,
  verifyPayment as verify,
} from '#domain/billing/payments/verify-payment.ts';
import {
  cancelInput,
  renewInput,
  subscriptionOutput,
} from '#domain/billing/subscriptions/contract.browser.ts';
import { cancelSubscription as cancel } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import { endpoint } from '../endpoint.ts';

/** What most of these endpoints have in common. */
const ofPayments = { tag: 'Payments', auth: 'session', recentSignIn: false } as const;

export const createPaymentOrder = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/payments',
  operationId: 'createPaymentOrder',
  summary: 'Order a month of a plan',
  description:
    'Creates the order that Razorpay’s checkout needs. A repeated call within 15 minutes returns the same order.',
  idempotent: true,
  body: createOrderInput,
  status: 201,
  message: 'Order created successfully',
  output: orderOutput,
  errors: ['not_found', 'already_active', 'unavailable'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, () => create(caller.userId, body)),
});

export const verifyPayment = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/payments/verify',
  operationId: 'verifyPayment',
  summary: 'Verify a payment',
  description:
    'Verifies the checkout’s signature and asks Razorpay for the payment’s state. When `status` is `success`, the plan is already active. `pending` (202) means that Razorpay has not confirmed the payment yet. Dakiya checks again automatically; call again for the current state. A failed payment returns the error `payment_failed`.',
  body: verifyPaymentInput,
  message: 'Payment checked',
  pendingMessage: 'The payment is being confirmed.',
  output: verifyPaymentOutput,
  errors: ['not_found', 'payment_failed', 'signature_mismatch'],
  async handle({ caller, body }) {
    const data = await verify(caller.userId, body);
    if (data.status === 'failed') throw new DomainError('payment_failed');
    return { data, isPending: data.status === 'pending' };
  },
});

export const receivePaymentWebhook = endpoint({
  method: 'POST',
  path: '/payments/webhook',
  operationId: 'receivePaymentWebhook',
  summary: 'Events of the payment provider',
  description:
    'Called by Razorpay only, which signs the body in `x-razorpay-signature` and sends the event’s id in `x-razorpay-event-id`. Each event is processed once.',
  tag: 'Payments',
  auth: 'none',
  body: webhookInput,
  message: 'Event received',
  output: z.object({}),
  errors: ['signature_mismatch'],
  handle: async ({ body, raw, headers }) => {
    const signature = headers.get('x-razorpay-signature') ?? '';
    const eventId = headers.get('x-razorpay-event-id') ?? '';
    await receive({ raw, body, signature, eventId });
    return { data: {} };
  },
});

export const renewSubscription = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/subscriptions/renew',
  operationId: 'renewSubscription',
  summary: 'Get the subscription of a paid order',
  description:
    'Returns the subscription created by a paid order for this plan. Each paid order can be claimed once. The plan starts when the payment is confirmed, not with this call.',
  idempotent: true,
  body: renewInput,
  message: 'Subscription renewed',
  output: subscriptionOutput,
  errors: ['payment_required', 'not_found'],
  handle: ({ caller, body: { plan }, idempotency }) =>
    withIdempotency(idempotency, () =>
      renew(caller.userId, typeof plan === 'string' ? plan : plan._id),
    ),
});

export const cancelSubscription = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/subscriptions/cancel',
  operationId: 'cancelSubscription',
  summary: 'Cancel your plan',
  description:
    'The plan stays active until the paid period ends. A second call returns `not_found`.',
  body: cancelInput,
  message: 'Subscription cancelled',
  output: subscriptionOutput,
  errors: ['not_found'],
  handle: async ({ caller, body }) => ({ data: await cancel(caller.userId, body.reason) }),
});

export const requestRefund = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/refunds',
  operationId: 'requestRefund',
  summary: 'Request a refund',
  description:
    'Support reviews each request. A second call for the same order returns the same request.',
  idempotent: true,
  body: refundInput,
  status: 201,
  message: 'Refund Request Submitted',
  output: refundOutput,
  errors: ['not_found'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, () => request(caller.userId, body)),
});
