import { z } from 'zod';
import { endpoint } from '#app/api/endpoint.ts';
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
import { listPlans as list, planOutput } from '#domain/billing/plans/read-plans.ts';
import {
  cancelInput,
  renewInput,
  subscriptionOutput,
} from '#domain/billing/subscriptions/contract.browser.ts';
import { cancelSubscription as cancel } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { readBalance } from '#domain/billing/usage/get-current-usage-period.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  operationId: 'listPlans',
  summary: 'List the plans',
  description:
    'Lists the plans on offer, except Free, in the order in which they are displayed. The call needs no credentials.',
  tag: 'Plans',
  auth: 'none',
  message: 'Plans',
  output: z.array(planOutput),
  handle: async () => ({ data: await list() }),
});

const balance = z.object({
  balance: z.int().meta({
    description:
      'How many messages are left in the current usage month; each segment of a text uses one. With a test key, this is always the plan’s full monthly allowance.',
    example: 880,
  }),
  valid_until: z.iso
    .datetime()
    .meta({ description: 'When the usage month ends.', example: exampleValues.monthEnds }),
  plan: z.string().meta({ description: 'The name of the plan.', example: 'Basic' }),
  livemode: z.boolean().meta({
    description: 'False if the key is a test key, whose messages do not reduce the balance.',
    example: true,
  }),
});

export const getBalance = endpoint({
  method: 'GET',
  path: '/balance',
  operationId: 'getBalance',
  summary: 'Get the balance',
  description:
    'Returns how many messages are left in the current usage month. Each segment of a text uses one message: a text of three segments uses three. Messages of test keys are not charged: with a test key, `balance` is always the plan’s full monthly allowance, and `livemode` is false. The fields of `data` are repeated at the top level of the response.',
  tag: 'Account',
  auth: 'key',
  scope: 'account:read',
  testKeys: true,
  message: 'Balance',
  output: balance,
  beside: { success: z.literal(true), ...balance.shape },
  handle: async ({ caller }) => {
    const data = await readBalance(caller.userId, caller);
    return { data, beside: { success: true, ...data } };
  },
});

/** Fields that most of these endpoints share. */
const ofPayments = { tag: 'Payments', auth: 'session', recentSignIn: false } as const;

export const createPaymentOrder = endpoint({
  ...ofPayments,
  method: 'POST',
  path: '/payments',
  operationId: 'createPaymentOrder',
  summary: 'Order a month of a plan',
  description:
    'Creates an order for Razorpay’s checkout. A repeated call within 15 minutes returns the same order.',
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
    'Verifies the signature of Razorpay’s checkout, and asks Razorpay for the state of the payment. The status `success` means that the plan is active. `pending` (202) means that Razorpay has not confirmed the payment yet. Dakiya checks again automatically; repeat the call to get the current state. A failed payment returns the error `payment_failed`.',
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
  summary: 'Receive events from Razorpay',
  description:
    'Only Razorpay makes this call. It signs the body in `x-razorpay-signature` and sends the id of the event in `x-razorpay-event-id`. Dakiya processes each event once.',
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
    'Returns the subscription that a paid order for this plan has created. The call succeeds once for each paid order. The plan starts when the payment is confirmed, not with this call.',
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
    'Cancels your plan. It stays active until the paid period ends. A second call returns `not_found`.',
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
    'Requests a refund of a paid order. Our support team reviews each request. A second call for the same order returns the same request.',
  idempotent: true,
  body: refundInput,
  status: 201,
  message: 'Refund Request Submitted',
  output: refundOutput,
  errors: ['not_found'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, () => request(caller.userId, body)),
});
