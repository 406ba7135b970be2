import { expect, test } from 'vitest';
import { reconnectDelayMs } from './backoff.ts';

test('waits grow from a second to a minute, with full jitter', () => {
  const longest = [1, 2, 3, 7, 8, 2000].map((losses) => reconnectDelayMs(losses, false, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 60_000, 60_000, 60_000]);
  expect(reconnectDelayMs(5, false, () => 0)).toBe(0);
});

test('rejected credentials are not tried again for at least a minute', () => {
  expect(reconnectDelayMs(1, true, () => 0)).toBe(60_000);
});
