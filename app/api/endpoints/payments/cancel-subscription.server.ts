import { cancelSubscription as cancel } from '#domain/billing/subscriptions/cancel-subscription.server.ts';
import { cancelInput, subscriptionOutput } from '#domain/billing/subscriptions/contract.ts';
import { endpoint } from '../../endpoint.ts';

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/cancel',
  operationId: 'cancelSubscription',
  summary: 'Cancel your plan',
  description:
    'The plan stays active until the paid period ends. A second call returns `not_found`.',
  tag: 'Payments',
  auth: 'session',
  body: cancelInput,
  message: 'Subscription cancelled',
  output: subscriptionOutput,
  errors: ['not_found'],
  handle: async ({ caller, body }) => ({ data: await cancel(caller.userId, body.reason) }),
});
