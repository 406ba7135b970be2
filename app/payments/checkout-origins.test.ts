import { expect, test } from 'vitest';
import { checkoutOrigins } from './checkout-origins.ts';

test('allows the origin of a custom checkout, and form posts to its API', () => {
  const origins = checkoutOrigins({
    RAZORPAY_API_URL: 'http://127.0.0.1:4000/razorpay',
    RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4001/razorpay/checkout.js',
  });
  const [checkout, api] = ['http://127.0.0.1:4001', 'http://127.0.0.1:4000'];
  expect(origins).toEqual({
    scripts: [checkout],
    frames: [checkout],
    connections: [checkout],
    images: [],
    styles: [],
    forms: [api],
  });
});

test.each([
  ['https://checkout.razorpay.com/v1/checkout.js', true],
  ['https://checkout.razorpay.com.evil.example/v1/checkout.js', false],
  ['https://notrazorpay.com/v1/checkout.js', false],
])('the policy allows what Razorpay loads for %s: %s', (RAZORPAY_CHECKOUT_URL, brings) => {
  const RAZORPAY_API_URL = 'https://api.razorpay.com';
  const { scripts, frames } = checkoutOrigins({ RAZORPAY_API_URL, RAZORPAY_CHECKOUT_URL });
  expect(scripts.includes('https://cdn.razorpay.com')).toBe(brings);
  expect(frames.includes('https://api.razorpay.com')).toBe(brings);
});
