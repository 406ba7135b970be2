import { expect, test } from 'vitest';
import { dailyAverage } from '#app/usage/usage-bar.tsx';
import { describePlan } from './describe-plan.ts';

const of = (name: string, more = {}) => ({
  plan: {
    status: 'active',
    plans: [
      {
        id: 'sub_1',
        name,
        status: 'active' as const,
        expiryDate: null,
        nextBillingDate: null,
        canCancel: false,
        planId: {
          _id: 'pln_1',
          name,
          description: 'For a product that grows',
          price: '₹999',
          contactSales: false,
          allFeatures: false,
          apiCalls: 100_000,
          monthlylimit: 10_000,
          features: [{ _id: 'pln_1_1', text: '10,000 messages a month' }],
          ...more,
        },
      },
    ],
  },
});

test('builds the plan description from its database row', () => {
  expect(describePlan(of('Pro', { allFeatures: true }))).toEqual({
    name: 'Pro',
    description: 'For a product that grows',
    price: '₹999',
    apiCalls: 100_000,
    monthlylimit: 10_000,
    features: ['10,000 messages a month'],
    extent: 'All features included',
  });
  expect(describePlan(of('Pro')).extent).toBe('Limited features');
});

test('uses the texts of the specification if the plan’s row has no texts', () => {
  expect(describePlan(of('Free', { description: '', features: [] }))).toMatchObject({
    description: 'Basic plan with limited features',
    features: ['Basic API Access', 'Limited Message Quota', 'Standard Support'],
  });
});

test('shows "As agreed" for a plan that only the sales team sells', () => {
  expect(describePlan(of('Campus', { price: '₹0', contactSales: true })).price).toBe('As agreed');
});

test.each([
  [0, 0],
  [14, 0],
  [15, 1],
  [50, 2],
  [10_000, 333],
])('shows %i messages used in a month as an average of %i a day', (used, average) => {
  expect(dailyAverage(used)).toBe(average);
});
