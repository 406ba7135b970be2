import { expect, test } from 'vitest';
import { daysUntilSuspension } from '#app/routes/_member.dashboard_.senders/load-senders.server.ts';

const now = new Date('2026-11-24T06:30:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test.each([
  [0, null],
  [24.9, null],
  [25, 5],
  [28.5, 2],
  [30, 0],
  [400, 0],
])(
  'a header that was last used %d days ago has %s days left until its suspension',
  (days, left) => {
    const header = { lastUsedAt: daysAgo(days), decidedAt: daysAgo(500) };
    expect(daysUntilSuspension(header, now)).toBe(left);
  },
);

test('counts the days from the approval of a header that was never used', () => {
  const approved = (days: number) => ({ lastUsedAt: null, decidedAt: daysAgo(days) });
  expect(daysUntilSuspension(approved(28), now)).toBe(2);
  expect(daysUntilSuspension(approved(24), now)).toBeNull();
  expect(daysUntilSuspension({ lastUsedAt: null, decidedAt: null }, now)).toBeNull();
});
