import { expect, test } from 'vitest';
import { isVerificationRateBelow, minVerifiedPercent } from './verification-rate.ts';

const expected = { minSample: 100, floorPercent: 20 };

test.each([
  ['nothing was sent before', { sent: 0, verified: 0 }, 20],
  ['little was sent before', { sent: 99, verified: 99 }, 20],
  ['nine of ten were verified', { sent: 1_000, verified: 900 }, 45],
  ['three of ten were verified', { sent: 1_000, verified: 300 }, 20],
  ['more were verified than sent, a day later', { sent: 100, verified: 110 }, 55],
])(
  'half of what is usual must be verified, and never less than the floor: %s',
  (_, usual, least) => {
    expect(minVerifiedPercent({ ...expected, usual })).toBe(least);
  },
);

test('does not throttle at exactly the minimum rate', () => {
  expect(isVerificationRateBelow({ sent: 100, verified: 20 }, 20)).toBe(false);
  expect(isVerificationRateBelow({ sent: 100, verified: 19 }, 20)).toBe(true);
  expect(isVerificationRateBelow({ sent: 0, verified: 0 }, 20)).toBe(false);
});
