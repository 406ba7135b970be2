import { z } from 'zod';
import { planOutput } from '#domain/billing/plans/contract.ts';
import { listPlans as list } from '#domain/billing/plans/read-plans.server.ts';
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
