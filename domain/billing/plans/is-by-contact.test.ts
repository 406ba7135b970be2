import { expect, test } from 'vitest';
import { isByContact } from './is-by-contact.ts';

test.each([
  [{ name: 'Enterprise', price: 0 }, true],
  [{ name: 'Enterprise', price: 99_900 }, true],
  [{ name: 'Custom', price: 0 }, true],
  [{ name: 'Basic', price: 199 }, false],
])('%j is sold in a talk: %s', (plan, expected) => {
  expect(isByContact(plan)).toBe(expected);
});
