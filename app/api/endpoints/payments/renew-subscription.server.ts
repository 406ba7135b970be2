import { claimPaidSubscription as renew } from '#domain/billing/payments/claim-paid-subscription.server.ts';
import { renewInput, subscriptionOutput } from '#domain/billing/subscriptions/contract.ts';
import { withIdempotency } from '#domain/shared/idempotency/with-idempotency.server.ts';
import { endpoint } from '../../endpoint.ts';

export const renewSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/renew',
  operationId: 'renewSubscription',
  summary: 'Get the subscription of a paid order',
  description:
    'Returns the subscription created by a paid order for this plan. Each paid order can be claimed once. The plan starts when the payment is confirmed, not with this call.',
  tag: 'Payments',
  auth: 'session',
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
