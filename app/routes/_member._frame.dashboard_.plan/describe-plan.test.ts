import { expect, test } from 'vitest';
import { dailyAverage } from '#app/usage/daily-average.ts';
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
          apiCalls: 100_000,
          monthlylimit: 10_000,
          features: [{ _id: 'pln_1_1', text: '10,000 messages a month' }],
          ...more,
        },
      },
    ],
  },
});

test('a user without a plan is shown the default one', () => {
  expect(describePlan({ plan: { status: 'active', plans: [] } })).toEqual({
    name: 'Free',
    description: 'Basic plan with limited features',
    price: '₹0',
    apiCalls: 100,
    monthlylimit: 50,
    features: ['Basic API Access', 'Limited Message Quota', 'Standard Support'],
    extent: 'Limited features',
  });
});

test('only Pro has all features', () => {
  expect(describePlan(of('Pro'))).toMatchObject({
    name: 'Pro',
    price: '₹999',
    features: ['10,000 messages a month'],
    extent: 'All features included',
  });
  for (const name of ['Free', 'Basic', 'Enterprise', 'pro']) {
    expect(describePlan(of(name)).extent).toBe('Limited features');
  }
});

test('shows "As agreed" for a plan without a price', () => {
  expect(describePlan(of('Enterprise', { price: '₹0' })).price).toBe('As agreed');
});

test.each([
  [0, 0],
  [14, 0],
  [15, 1],
  [50, 2],
  [10_000, 333],
])('%i messages are %i a day', (used, average) => {
  expect(dailyAverage(used)).toBe(average);
});
