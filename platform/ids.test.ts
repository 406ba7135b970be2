import { expect, test } from 'vitest';
import { newId, shareOfId } from './ids.ts';

test('ids are ordered by their time of creation', () => {
  const times = [0, 1, 1_000, 1_795_000_000_000, 1_795_000_000_001];
  const ids = times.map((at) => newId('msg', at));
  expect([...ids].sort()).toEqual(ids);
});

test('an id is its prefix and 26 characters of Crockford’s base 32', () => {
  expect(newId('otp')).toMatch(/^otp_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('ids created in the same millisecond differ, and keep their order of creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('msg', 1));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test('shareOfId distributes the ids of one millisecond evenly between 0 and 1', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 20_000; i++) {
    const share = shareOfId(newId('msg', 1));
    expect(share).toBeGreaterThanOrEqual(0);
    tenths[Math.floor(share * 10)] = (tenths[Math.floor(share * 10)] ?? 0) + 1;
  }
  // The expected count of each tenth is 2,000, with a standard deviation of 42.
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(300);
  expect(tenths).toHaveLength(10);
});
