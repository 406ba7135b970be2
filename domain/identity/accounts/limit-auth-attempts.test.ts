import { expect, test } from 'vitest';
import { loginDelayMs } from './limit-auth-attempts.ts';

test('after five wrong passwords each further attempt is delayed longer, up to four seconds', () => {
  expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 5_000].map(loginDelayMs)).toEqual([
    0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000,
  ]);
});
