import { describe, expect, test } from 'vitest';
import { landingPageButton, planPageButton } from './plan-button.ts';

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

  test('links another plan to its payment', () => {
    expect(planPageButton(plan('Pro'), member).to).toBe('/payment?plan=pln_Pro');
  });

  test('links a plan that only the sales team sells to the contact page', () => {
    expect(planPageButton(plan('Enterprise', true), member)).toEqual({
      label: 'Contact Sales',
      to: '/contact',
    });
  });
});
