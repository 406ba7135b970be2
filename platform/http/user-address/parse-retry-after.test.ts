import { expect, test } from 'vitest';
import { parseRetryAfter } from './parse-retry-after.ts';

const now = Date.parse('2026-11-20T10:00:00.500Z');

test.each([
  ['0', 0],
  ['120', 120],
  ['999999999', 86_400],
  ['Fri, 20 Nov 2026 10:02:00 GMT', 120],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['Mon, 20 Nov 2028 10:00:00 GMT', 86_400],
])('Retry-After: %s is %i seconds', (text, seconds) => {
  expect(parseRetryAfter(text, now)).toBe(seconds);
});

test.each([
  undefined,
  '',
  '-1',
  '1.5',
  '1e3',
  '9999999999',
  'soon',
  '2026-11-20T10:02:00Z',
  'Fri, 20 Nov 2026 10:02:00',
  'Fri, 45 Nov 2026 10:02:00 GMT',
])('Retry-After: %s is ignored', (text) => {
  expect(parseRetryAfter(text, now)).toBeNull();
});
