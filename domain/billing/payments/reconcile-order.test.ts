import { expect, test } from 'vitest';
import { pollDelayMs } from './reconcile-order.ts';

const hour = 3_600_000;

test('polls an open order after a minute, and then with growing delays of up to six hours', () => {
  const gaps = Array.from({ length: 12 }, (_, asks) => pollDelayMs(asks, hour) ?? 0);
  expect(gaps.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000]);
  expect(gaps.at(-1)).toBe(6 * hour);
  for (const [i, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(gaps[i - 1] ?? 0);
});

test('stops polling an open order after three days', () => {
  expect(pollDelayMs(20, 72 * hour)).not.toBe(null);
  expect(pollDelayMs(0, 72 * hour + 1)).toBe(null);
});
