import { expect, test } from 'vitest';
import { createTokenBucket, tokensToLeave } from './token-bucket.ts';

/** A bucket on a clock that the test moves. */
function bucketAt(perSecond: number) {
  let now = 0;
  const bucket = createTokenBucket(perSecond, () => now);
  return {
    bucket,
    /** Lets time pass in which nobody takes any. */
    pass(ms: number): void {
      now += ms;
    },
    /** Takes what is saved up; returns how much that was. */
    empty(): number {
      let taken = 0;
      while (bucket.consume('otp')) taken += 1;
      return taken;
    },
    /** Takes whatever there is, every 10 ms for so long; returns how much that was. */
    drain(ms: number): number {
      let taken = 0;
      for (const until = now + ms; now < until; now += 10) while (bucket.consume('otp')) taken += 1;
      return taken;
    },
  };
}

test('a second gives the licensed rate and a tenth at most', () => {
  const { drain } = bucketAt(100);
  expect(drain(1_000)).toBeLessThanOrEqual(110);
  expect(drain(10_000)).toBeGreaterThanOrEqual(990);
});

test('the wait is until the next token, no longer', () => {
  const { bucket } = bucketAt(1);
  expect(bucket.consume('otp')).toBe(true);
  expect(bucket.consume('otp')).toBe(false);
  expect(bucket.waitMs('otp')).toBe(1_000);
});

test('a throttled rate is halved, and recovers within half a minute', () => {
  const { bucket, drain } = bucketAt(1_000);
  drain(1_000);
  bucket.cut();
  expect(drain(1_000)).toBeLessThan(620);
  drain(30_000);
  expect(drain(1_000)).toBeGreaterThan(980);
});

test('however often it is cut, submits go on', () => {
  const { bucket, drain } = bucketAt(100);
  for (let i = 0; i < 50; i += 1) bucket.cut();
  expect(drain(2_000)).toBeGreaterThan(5);
});

test('it is cut to a sixteenth of the rate at most', () => {
  const { bucket, empty } = bucketAt(1_600);
  empty();
  for (let i = 0; i < 50; i += 1) bucket.cut();
  expect(bucket.waitMs('otp')).toBe(10);
});

test('a new rate counts at once, with what may be saved up', () => {
  const { bucket, empty, pass } = bucketAt(100);
  empty();
  bucket.setRate(1_000);
  expect(bucket.waitMs('otp')).toBe(1);
  pass(1_000);
  expect(empty()).toBe(100);
  pass(1_000);
  bucket.setRate(5);
  expect(empty()).toBe(1);
  pass(1_000);
  expect(empty()).toBe(1);
});

test('the rate that it has already is no new one: what was cut stays cut', () => {
  const { bucket, empty } = bucketAt(100);
  empty();
  bucket.cut();
  bucket.setRate(100);
  expect(bucket.waitMs('otp')).toBe(20);
});

test('it may begin with less than it holds', () => {
  const bucket = createTokenBucket(100, () => 0, 2);
  expect([1, 2, 3].map(() => bucket.consume('otp'))).toEqual([true, true, false]);
});

test('messages leave three tokens, or half of few, queries half of all, and codes none', () => {
  expect(tokensToLeave('messages', 100)).toBe(3);
  expect(tokensToLeave('messages', 4)).toBe(2);
  expect(tokensToLeave('query', 100)).toBe(50);
  expect(tokensToLeave('otp', 100)).toBe(0);
});

test('messages wait until there is one more than they leave', () => {
  const { bucket, empty } = bucketAt(100);
  expect(bucket.waitMs('messages')).toBe(0);
  empty();
  expect(bucket.waitMs('messages')).toBe(40);
});

test('messages leave tokens for codes, and get the whole rate nonetheless', () => {
  let now = 0;
  const bucket = createTokenBucket(100, () => now);
  let taken = 0;
  for (; now < 10_000; now += 10) while (bucket.consume('messages')) taken += 1;
  expect(taken).toBeGreaterThanOrEqual(990);
  while (bucket.consume('messages')) taken += 1;
  expect(bucket.waitMs('messages')).toBeGreaterThan(0);
  for (let i = 0; i < 3; i += 1) expect(bucket.consume('otp')).toBe(true);
});

test('a rate of one at once reserves nothing for OTPs', () => {
  expect(createTokenBucket(1).consume('messages')).toBe(true);
});
