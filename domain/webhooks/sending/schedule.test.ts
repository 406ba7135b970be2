import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pauseMs, scheduleSeconds } from './schedule.ts';

test('there are eight attempts with the pauses of Svix, each varied by up to a fifth', () => {
  const pauses = Array.from({ length: 8 }, (_, i) => pauseMs(i + 1, null, 0.5));
  expect(pauses.map((pause) => pause && pause / 1_000)).toEqual([
    ...[5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
    null,
  ]);
  expect([pauseMs(1, null, 0), pauseMs(1, null, 1)]).toEqual([4_000, 6_000]);
});

test('a receiver can ask for a longer pause, but not for a shorter pause or for more attempts', () => {
  expect(pauseMs(1, 60, 0.5)).toBe(60_000);
  expect(pauseMs(2, 60, 0.5)).toBe(300_000);
  expect(pauseMs(8, 60, 0.5)).toBeNull();
});

test('a schedule with any pauses stays within its maximum duration', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
      (randoms) => {
        const sum = randoms.reduce(
          (all, random, i) => all + (pauseMs(i + 1, null, random) ?? 0),
          0,
        );
        expect(sum).toBeLessThanOrEqual(scheduleSeconds * 1_000);
      },
    ),
  );
});
