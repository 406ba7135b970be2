import { expect, test } from 'vitest';
import { createTimeAllowance } from './time-allowance.ts';

function anAllowance() {
  let now = 0;
  const { spend } = createTimeAllowance({ burstMs: 1_000, share: 0.25, now: () => now });
  return { spend, pass: (ms: number) => (now += ms) };
}

test('a caller may use up the burst immediately, and must then wait four times as long as the excess', () => {
  const { spend } = anAllowance();
  expect(spend('one', 1_000)).toBe(0);
  expect(spend('one', 100)).toBe(400);
  expect(spend('other', 1_000)).toBe(0);
});

test('a caller may use more time after the wait, and not earlier', () => {
  const { spend, pass } = anAllowance();
  const waitMs = spend('one', 1_100);
  pass(waitMs - 4);
  expect(spend('one', 0)).toBe(4);
  pass(4);
  expect(spend('one', 0)).toBe(0);
});

test('unused time does not accumulate', () => {
  const { spend, pass } = anAllowance();
  spend('one', 10);
  pass(1_000_000);
  expect(spend('one', 1_100)).toBe(400);
});

test('the least recently used callers are forgotten when there are more than 10,000 callers', () => {
  const { spend } = anAllowance();
  spend('one', 2_000);
  for (let other = 0; other < 9_999; other += 1) spend(String(other), 1);
  expect(spend('one', 0)).toBeGreaterThan(0);
  for (let other = 0; other < 10_000; other += 1) spend(String(other), 1);
  expect(spend('one', 0)).toBe(0);
});
