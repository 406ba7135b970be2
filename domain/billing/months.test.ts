import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMonths,
  addMonthsByUtc,
  afterMonths,
  isByUtc,
  monthsBetween,
  usageMonthAt,
} from './months.ts';

const at = (text: string) => new Date(text);

const format = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' },
});

/** The date and time in India, such as `2027-03-01 00:30`. */
const inIndia = (time: Date) => format.format(time);

test.each([
  ['the first day', '2026-01-10T08:00', '2026-01-10T08:00', '2026-01-10', '2026-02-10'],
  ['the last moment', '2026-01-10T08:00', '2026-02-10T07:59', '2026-01-10', '2026-02-10'],
  ['the turn', '2026-01-10T08:00', '2026-02-10T08:00', '2026-02-10', '2026-03-10'],
  ['years later', '2024-06-30T00:00', '2026-03-01T00:00', '2026-02-28', '2026-03-30'],
  ['a short month', '2026-01-31T00:00', '2026-02-28T00:00', '2026-02-28', '2026-03-31'],
  ['before it', '2026-01-31T00:00', '2026-02-27T23:00', '2026-01-31', '2026-02-28'],
  ['a leap day', '2024-02-29T00:00', '2025-03-01T00:00', '2025-02-28', '2025-03-29'],
  ['a month of 31 days', '2027-03-01T00:30', '2027-03-30T12:00', '2027-03-01', '2027-04-01'],
  ['early on the first of May', '2027-05-01T02:00', '2027-05-01T02:00', '2027-05-01', '2027-06-01'],
  ['early in December', '2027-12-01T04:00', '2027-12-31T23:00', '2027-12-01', '2028-01-01'],
  ['early after a leap day', '2028-03-01T05:00', '2028-03-30T12:00', '2028-03-01', '2028-04-01'],
  ['early on the 31st', '2027-01-31T01:00', '2027-02-28T01:00', '2027-02-28', '2027-03-31'],
])('finds the current usage month in India: %s', (_, anchor, now, startsAt, endsAt) => {
  const month = usageMonthAt(at(`${anchor}+05:30`), at(`${now}+05:30`));
  const time = anchor.slice(11);
  expect([month.startsAt, month.endsAt].map(inIndia)).toEqual([
    `${startsAt} ${time}`,
    `${endsAt} ${time}`,
  ]);
});

const times = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) })
  .map((ms) => new Date(ms));

test('usage months follow each other without gap or overlap, and all begin at the same time of day in India', () => {
  fc.assert(
    fc.property(times, (anchor) => {
      let { endsAt } = usageMonthAt(anchor, anchor);
      for (let i = 0; i < 30; i += 1) {
        const next = usageMonthAt(anchor, endsAt);
        expect(next.startsAt).toEqual(endsAt);
        expect(inIndia(endsAt).slice(11)).toBe(inIndia(anchor).slice(11));
        const [day, wanted] = [endsAt, anchor].map((time) => Number(inIndia(time).slice(8, 10)));
        // A month ends on the day of the anchor, or on the last day of a shorter month.
        const isLast = inIndia(new Date(endsAt.getTime() + 86_400_000)).slice(8, 10) === '01';
        expect(day === wanted || ((day ?? 0) < (wanted ?? 0) && isLast)).toBe(true);
        endsAt = next.endsAt;
      }
    }),
    { numRuns: 300 },
  );
});

test('`monthsBetween` is the inverse of `afterMonths`', () => {
  fc.assert(
    fc.property(times, fc.double({ min: 0, max: 40, noNaN: true }), (from, months) => {
      const to = afterMonths(from, months);
      expect(monthsBetween(from, to)).toBeCloseTo(months, 6);
      expect(to.getTime()).toBeGreaterThanOrEqual(from.getTime());
    }),
  );
});

test('a month has at least 28 days, and its bounds are within three days of the bounds of a UTC month', () => {
  fc.assert(
    fc.property(times, (from) => {
      const days = (to: Date) => (to.getTime() - from.getTime()) / 86_400_000;
      expect(days(addMonths(from, 1))).toBeGreaterThanOrEqual(28);
      const apart = Math.abs(days(addMonths(from, 1)) - days(addMonthsByUtc(from, 1)));
      expect(apart).toBeLessThanOrEqual(3);
    }),
  );
});

test('a stored month that was counted in UTC is recognised by its start and end', () => {
  const anchor = at('2027-02-28T19:00:00Z');
  const month = (from: string, to: string) =>
    isByUtc(anchor, { startsAt: at(`${from}T19:00:00Z`), endsAt: at(`${to}T19:00:00Z`) });
  expect(month('2027-02-28', '2027-03-28')).toBe(true);
  expect(month('2027-03-28', '2027-04-28')).toBe(true);
  // The next two months were counted by India's calendar. The last month was opened for another period of the same
  // plan.
  expect(month('2027-02-28', '2027-03-31')).toBe(false);
  expect(month('2027-03-31', '2027-04-30')).toBe(false);
  expect(month('2027-03-10', '2027-04-10')).toBe(false);
});
