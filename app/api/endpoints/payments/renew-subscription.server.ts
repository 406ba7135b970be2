import { renewSubscription as renew } from '#domain/billing/payments/renew-subscription.server.ts';
import { renewInput, subscriptionOutput } from '#domain/billing/subscriptions/contract.ts';
import { answerOnce } from '#domain/shared/idempotency/answer-once.server.ts';
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
    answerOnce(idempotency, () => renew(caller.userId, typeof plan === 'string' ? plan : plan._id)),
});
