import { expect, it } from 'vitest';
import { findOtp, normalizeDigits } from './page.ts';

it.each([
  ['482913 is your verification code. It is valid for 5 minutes.', '482913'],
  ['Your OTP is: 0042. Do not share it.', '0042'],
  ['Rs 5000.00 debited. OTP is 771204 for INR 5000 at ZOMATO.', '771204'],
  ['OTP for ₹2500 is 918273', '918273'],
  ['आपका ओटीपी 660912 है।', '660912'],
  ['Use code 1234-5678 or 4321', '4321'],
])('finds the code in %j', (text, code) => {
  expect(findOtp(text)?.code).toBe(code);
});

it.each([
  'Your order 448812 has left our warehouse.',
  'Never share your OTP with anyone.',
  'Your OTP was sent to 9876543210.',
  'PIN changed on 20/11/2026.',
])('finds no code in %j', (text) => {
  expect(findOtp(text)).toBeNull();
});

it.each(['919876543210', '+91 98765-43210', '0091 98765 43210', '09876543210', '9876543210'])(
  'the spelling %j of a number is normalized to the same number',
  (typed) => {
    expect(normalizeDigits(typed)).toBe('919876543210');
  },
);

it('keeps the digits of an incomplete number unchanged', () => {
  expect(normalizeDigits('98765')).toBe('98765');
  expect(normalizeDigits('nothing')).toBe('');
});
