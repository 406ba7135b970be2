import { expect, test } from 'vitest';
import { isWithinHours, nextEnd } from './hours.ts';

/** A time in India. */
const at = (time: string) => new Date(`2026-11-20T${time}:00+05:30`);

test.each([
  ['10:00', '21:00', '10:00', true],
  ['10:00', '21:00', '20:59', true],
  ['10:00', '21:00', '21:00', false],
  ['10:00', '21:00', '09:59', false],
  ['21:00', '06:00', '23:30', true],
  ['21:00', '06:00', '05:59', true],
  ['21:00', '06:00', '06:00', false],
  ['00:00', '00:00', '12:00', true],
])('the hours in India from %s to %s include %s: %s', (from, to, time, isWithin) => {
  expect(isWithinHours({ from, to }, at(time))).toBe(isWithin);
});

test.each([
  ['10:00', '21:00', '10:00', '2026-11-20T21:00:00+05:30'],
  ['10:00', '21:00', '20:59', '2026-11-20T21:00:00+05:30'],
  ['21:00', '06:00', '23:30', '2026-11-21T06:00:00+05:30'],
  ['21:00', '06:00', '05:59', '2026-11-20T06:00:00+05:30'],
])('the hours from %s to %s that include %s end at %s', (from, to, time, end) => {
  expect(nextEnd({ from, to }, at(time))).toEqual(new Date(end));
});

test('all-day hours have no end', () => {
  expect(nextEnd({ from: '10:00', to: '10:00' }, at('12:00'))).toBeNull();
});

test('a carrier without hours accepts messages all day', () => {
  expect(isWithinHours(undefined, at('03:00'))).toBe(true);
});
