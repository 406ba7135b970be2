import { describe, expect, test } from 'vitest';
import { landingPageButton, planPageButton } from './plan-button.ts';

const plan = (name: string, numericPrice = 199) => ({ _id: `pln_${name}`, name, numericPrice });
const visitor = { signedIn: false, currentPlanId: null };
const member = { signedIn: true, currentPlanId: 'pln_Basic' };
const login = '/login?to=%2Fplans';

describe('on the landing page', () => {
  test.each([
    ['Basic', 199, 'Start Free'],
    ['Pro', 999, 'Subscribe Now'],
    ['Enterprise', 0, 'Contact Sales'],
  ])('%s has a button of its own, which leads to the plans', (name, price, label) => {
    expect(landingPageButton(plan(name, price), false)).toEqual({ label, to: login });
    expect(landingPageButton(plan(name, price), true)).toEqual({ label, to: '/plans' });
  });
});

describe('on the plans page', () => {
  test.each([
    ['Basic', 199, 'Start Now'],
    ['Pro', 999, 'Subscribe Now'],
    ['Enterprise', 0, 'Contact Sales'],
  ])('a visitor who chooses %s signs in and comes back', (name, price, label) => {
    expect(planPageButton(plan(name, price), visitor)).toEqual({ label, to: login });
  });

  test('disables the button of the current plan', () => {
    expect(planPageButton(plan('Basic'), member)).toEqual({ label: 'Active Plan', to: null });
  });

  test('another plan leads to its payment', () => {
    expect(planPageButton(plan('Pro'), member).to).toBe('/payment?plan=pln_Pro');
  });

  test.each([
    ['Enterprise', 0],
    ['Enterprise', 4_999],
    ['Campus', 0],
  ])('links %s at %i rupees to the contact page', (name, price) => {
    expect(planPageButton(plan(name, price), member)).toEqual({
      label: 'Contact Sales',
      to: '/contact',
    });
  });
});
