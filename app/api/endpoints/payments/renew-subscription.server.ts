import { claimPaidSubscription as renew } from '#domain/billing/payments/claim-paid-subscription.server.ts';
import { renewInput, subscriptionOutput } from '#domain/billing/subscriptions/contract.ts';
import { withIdempotency } from '#domain/shared/idempotency/with-idempotency.server.ts';
import { endpoint } from '../../endpoint.ts';

export const renewSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/renew',
  operationId: 'renewSubscription',
  summary: 'See the plan that was paid for',
  description:
    'Answers the subscription that a paid order of this plan gave, once for each. The plan itself is given when the order is paid.',
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
