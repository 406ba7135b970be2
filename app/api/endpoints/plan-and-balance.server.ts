import { z } from 'zod';
import { planOutput } from '#domain/billing/plans/contract.ts';
import { listPlans as list } from '#domain/billing/plans/read-plans.ts';
import { readBalance } from '#domain/billing/usage/get-current-usage-period.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { endpoint } from '../endpoint.ts';

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  operationId: 'listPlans',
  summary: 'List the plans',
  description: 'The plans on offer, in display order. Needs no credentials.',
  tag: 'Plans',
  auth: 'none',
  message: 'Plans',
  output: z.array(planOutput),
  handle: async () => ({ data: await list() }),
});

const balance = z.object({
  balance: z.int().meta({
    description:
      'Messages left in the current usage month. Each segment of a text uses one. With a test key, all that the plan has in a month.',
    example: 880,
  }),
  valid_until: z.iso
    .datetime()
    .meta({ description: 'When the usage month ends.', example: exampleValues.monthEnds }),
  plan: z.string().meta({ description: 'Its name.', example: 'Basic' }),
  livemode: z.boolean().meta({
    description: 'Whether the key is a live one. What test keys send uses nothing of the balance.',
    example: true,
  }),
});

export const getBalance = endpoint({
  method: 'GET',
  path: '/balance',
  operationId: 'getBalance',
  summary: 'Get the balance',
  description:
    'How many messages are left. A quota unit is one segment: a text of three segments uses three. Messages of test keys are not charged: a test key gets what the plan has in a month, with `livemode` false. The fields of `data` are repeated at the top level.',
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
