import { expect, test } from 'vitest';
import { hasValidSignature } from './razorpay.ts';

/** Razorpay's published example: Java sample of 'Generate Signature on Your Server', Web Integration. */
const checkout = {
  secret: 'EnLs21M47BllR3X8PSFtjtbd',
  text: 'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l',
  signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
};

/** Razorpay's published example: the test of `validateWebhookSignature` in its Node SDK. */
const webhook = {
  secret: '123456',
  text: '{"a":1,"b":2,"c":{"d":3}}',
  signature: '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
};

test.each([
  ['checkout', checkout],
  ['webhook', webhook],
])('accepts the published signature of a %s', (_, { secret, text, signature }) => {
  expect(hasValidSignature([secret], text, signature)).toBe(true);
  expect(hasValidSignature([secret], Buffer.from(text), signature)).toBe(true);
});

test('accepts signatures with either of two secrets, so that a secret can be rotated', () => {
  expect(hasValidSignature(['new', checkout.secret], checkout.text, checkout.signature)).toBe(true);
  expect(hasValidSignature(['new', 'newer'], checkout.text, checkout.signature)).toBe(false);
});

test.each([
  ['empty', ''],
  ['of another text', webhook.signature],
  ['cut', checkout.signature.slice(0, 62)],
  ['too long', `${checkout.signature}00`],
  ['no hexadecimal', 'z'.repeat(64)],
  ['changed in one place', checkout.signature.replace('0d', '0e')],
])('rejects a signature that is %s', (_, signature) => {
  expect(hasValidSignature([checkout.secret], checkout.text, signature)).toBe(false);
});

test('rejects swapped order and payment ids, and rejects any signature if there is no secret', () => {
  const swapped = checkout.text.split('|').reverse().join('|');
  expect(hasValidSignature([checkout.secret], swapped, checkout.signature)).toBe(false);
  expect(hasValidSignature([], checkout.text, checkout.signature)).toBe(false);
});
