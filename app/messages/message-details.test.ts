import { expect, test } from 'vitest';
import { formatElapsed } from './message-details.tsx';

test.each([
  [0, '+0.00 s'],
  [-5, '+0.00 s'],
  [418, '+0.41 s'],
  [59_999, '+59.99 s'],
  [200_000, '+3 min 20 s'],
  [7_500_000, '+2 h 5 min'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatElapsed(new Date(0), new Date(ms))).toBe(text);
});
