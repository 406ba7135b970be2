import { describe, expect, test } from 'vitest';
import { dailyAverage } from '#app/usage/usage-bar.tsx';
import { describePlan, landingPageButton, listLost, planPageButton } from './plans.ts';

const plan = (name: string, contactSales = false) => ({ _id: `pln_${name}`, name, contactSales });
const visitor = { signedIn: false, currentPlanId: null };
const member = { signedIn: true, currentPlanId: 'pln_Basic' };
const login = '/login?to=%2Fplans';

describe('on the landing page', () => {
  test.each([
    ['Basic', false, 'Start Free'],
    ['Pro', false, 'Subscribe Now'],
    ['Enterprise', true, 'Contact Sales'],
  ])('links the button of %s to the plans', (name, contactSales, label) => {
    expect(landingPageButton(plan(name, contactSales), false)).toEqual({ label, to: login });
    expect(landingPageButton(plan(name, contactSales), true)).toEqual({ label, to: '/plans' });
  });
});

describe('on the plans page', () => {
  test.each([
    ['Basic', false, 'Start Now'],
    ['Pro', false, 'Subscribe Now'],
    ['Enterprise', true, 'Contact Sales'],
  ])('sends a visitor who chooses %s to the login and back', (name, contactSales, label) => {
    expect(planPageButton(plan(name, contactSales), visitor)).toEqual({ label, to: login });
  });

  test('disables the button of the current plan', () => {
    expect(planPageButton(plan('Basic'), member)).toEqual({ label: 'Active Plan', to: null });
  });

  test('links the button of another plan to the payment for this plan', () => {
    expect(planPageButton(plan('Pro'), member).to).toBe('/payment?plan=pln_Pro');
  });

  test('links a plan that only the sales team sells to the contact page', () => {
    expect(planPageButton(plan('Enterprise', true), member)).toEqual({
      label: 'Contact Sales',
      to: '/contact',
    });
  });
});

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

const limited = (monthlylimit: number, apiCalls: number, ...features: string[]) => ({
  ...{ monthlylimit, apiCalls },
  features: features.map((text) => ({ _id: text, text })),
});

const basic = limited(2_000, 20_000, '2,000 messages a month', 'Email support');
const pro = limited(
  10_000,
  100_000,
  '10,000 messages a month',
  'Email support',
  'Priority support',
);

test('names the limits and features that a smaller plan does not have', () => {
  expect(listLost(pro, basic)).toEqual([
    '8,000 messages a month: 2,000 instead of 10,000',
    '80,000 API calls a month: 20,000 instead of 1,00,000',
    'Priority support',
  ]);
});

test('names nothing if the new plan has all limits and features of the old plan', () => {
  expect(listLost(basic, pro)).toEqual([]);
});
