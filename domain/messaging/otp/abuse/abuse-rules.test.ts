import { expect, test } from 'vitest';
import { throttleWindowSeconds, verificationGraceSeconds } from '../contract.ts';
import {
  isCarrierOutage,
  isVerificationRateBelow,
  minVerifiedPercent,
  observationWindow,
  toNumberRange,
} from './abuse-rules.ts';

const expected = { minSample: 100, floorPercent: 20 };

test.each([
  ['nothing was sent before', { sent: 0, verified: 0 }, 20],
  ['little was sent before', { sent: 99, verified: 99 }, 20],
  ['nine of ten were verified', { sent: 1_000, verified: 900 }, 45],
  ['three of ten were verified', { sent: 1_000, verified: 300 }, 20],
  ['more were verified than sent, a day later', { sent: 100, verified: 110 }, 55],
])(
  'requires half of the usual verification rate, but at least the configured minimum: %s',
  (_, usual, least) => {
    expect(minVerifiedPercent({ ...expected, usual })).toBe(least);
  },
);

test('a key at exactly the minimum rate is not throttled', () => {
  expect(isVerificationRateBelow({ sent: 100, verified: 20 }, 20)).toBe(false);
  expect(isVerificationRateBelow({ sent: 100, verified: 19 }, 20)).toBe(true);
  expect(isVerificationRateBelow({ sent: 0, verified: 0 }, 20)).toBe(false);
});

test.each([
  ['all fail', { sent: 120, undelivered: 110 }, { sent: 500, undelivered: 450 }, true],
  [
    'others fail half as often',
    { sent: 120, undelivered: 60 },
    { sent: 400, undelivered: 100 },
    true,
  ],
  [
    'others fail less than that',
    { sent: 120, undelivered: 60 },
    { sent: 400, undelivered: 99 },
    false,
  ],
  [
    'others fail as they always do',
    { sent: 120, undelivered: 110 },
    { sent: 500, undelivered: 25 },
    false,
  ],
  ['others do not fail', { sent: 120, undelivered: 1 }, { sent: 500, undelivered: 0 }, false],
  [
    'there are just enough others to say',
    { sent: 120, undelivered: 110 },
    { sent: 100, undelivered: 0 },
    false,
  ],
  [
    'there are too few others to say',
    { sent: 120, undelivered: 110 },
    { sent: 99, undelivered: 0 },
    true,
  ],
])(
  'detects a carrier outage when other accounts fail at a similar rate: %s',
  (_, own, others, is) => {
    expect(isCarrierOutage(own, others, 100)).toBe(is);
  },
);

test('ten thousand consecutive numbers share a prefix, and the following numbers have another prefix', () => {
  expect(toNumberRange('+919876540000')).toBe('+91987654');
  expect(toNumberRange('+919876549999')).toBe(toNumberRange('+919876540000'));
  expect(toNumberRange('+919876550000')).not.toBe(toNumberRange('+919876540000'));
});

test('the observation window covers the last hour, except the last two minutes', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const secondsBefore = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  expect(observationWindow(now)).toEqual({
    from: secondsBefore(throttleWindowSeconds),
    to: secondsBefore(verificationGraceSeconds),
  });
});

test('a later start shortens the observation window, and an earlier start does not extend it', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const later = new Date(now.getTime() - throttleWindowSeconds * 1_000 + 1);
  const earlier = new Date(now.getTime() - throttleWindowSeconds * 1_000 - 1);
  expect(observationWindow(now, later).from).toEqual(later);
  expect(observationWindow(now, earlier).from).toEqual(observationWindow(now).from);
});
