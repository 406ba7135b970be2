import { expect, test } from 'vitest';
import { axisMax, barHeight } from './stats-card.tsx';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [10, 10],
  [11, 20],
  [25, 30],
  [81, 100],
  [260_000, 300_000],
  [34_512, 40_000],
  [1_000_000, 1_000_000],
])('fits a maximum of %i below %i', (most, end) => {
  expect(axisMax(most)).toBe(end);
});

test('draws at least one pixel for a count of one in a million', () => {
  expect(barHeight(0, 1_000_000, 160)).toBe(0);
  expect(barHeight(1, 1_000_000, 160)).toBe(2);
  expect(barHeight(1_000_000, 1_000_000, 160)).toBe(160);
});
