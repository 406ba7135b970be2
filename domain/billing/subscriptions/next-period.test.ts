import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listUsageMonths, nextPeriod, type Period, usedValuePaise } from './next-period.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-16T00:00:00Z');

const basic: Period = {
  id: 'sub_1',
  planId: 'basic',
  startedAt: at('2026-11-01T00:00:00Z'),
  expiresAt: at('2026-12-01T00:00:00Z'),
  valuePaise: 19_900,
  months: [],
};

test('a first plan runs for a month from now', () => {
  expect(nextPeriod([], { planId: 'basic', amountPaise: 19_900 }, now)).toEqual({
    startedAt: now,
    expiresAt: at('2026-12-16T00:00:00Z'),
    creditPaise: 0,
    replaced: [],
  });
});

test('a renewal starts when the last period ends', () => {
  expect(nextPeriod([basic], { planId: 'basic', amountPaise: 19_900 }, now)).toEqual({
    startedAt: basic.expiresAt,
    expiresAt: at('2027-01-01T00:00:00Z'),
    creditPaise: 0,
    replaced: [],
  });
});

test('a plan that replaces another starts immediately, and is extended by the value of the unused half of the old plan', () => {
  const next = nextPeriod([basic], { planId: 'pro', amountPaise: 99_900 }, now);
  expect(next).toMatchObject({
    startedAt: now,
    creditPaise: 9_950,
    replaced: [{ id: 'sub_1', creditPaise: 9_950 }],
  });
  // The credit of 9,950 paise buys about a tenth of the second month, which has 31 days and costs 99,900 paise.
  expect(next.expiresAt.getTime() - at('2026-12-16T00:00:00Z').getTime()).toBe(
    Math.floor((31 * 24 * 3_600_000 * 9_950) / 99_900),
  );
});

test('a replaced period that has not begun is credited in full', () => {
  const ahead = { ...basic, id: 'sub_2', startedAt: basic.expiresAt, expiresAt: at('2027-01-01') };
  const next = nextPeriod([basic, ahead], { planId: 'pro', amountPaise: 99_900 }, now);
  expect(next).toMatchObject({
    creditPaise: 9_950 + 19_900,
    replaced: [
      { id: 'sub_1', creditPaise: 9_950 },
      { id: 'sub_2', creditPaise: 19_900 },
    ],
  });
});

test.each([
  ['all', 1, 0],
  ['most', 0.75, Math.floor(19_900 / 4)],
  ['less than the time that passed', 0.25, 9_950],
])(
  'with %s of the quota used, the credit is the smaller of the unused quota and the unused time',
  (_, used, credit) => {
    const months = [{ startsAt: basic.startedAt, used }];
    const next = nextPeriod([{ ...basic, months }], { planId: 'pro', amountPaise: 99_900 }, now);
    expect(next.creditPaise).toBe(credit);
  },
);

test('future months of a period count as unused, regardless of the usage in earlier months', () => {
  const long = { ...basic, expiresAt: at('2027-02-01T00:00:00Z'), valuePaise: 59_700 };
  const months = [{ startsAt: basic.startedAt, used: 1 }];
  const next = nextPeriod([{ ...long, months }], { planId: 'pro', amountPaise: 99_900 }, now);
  expect(next.creditPaise).toBe(39_800);
});

test('a granted (unpaid) period gives no credit', () => {
  const given = { ...basic, valuePaise: 0 };
  expect(nextPeriod([given], { planId: 'pro', amountPaise: 99_900 }, now).creditPaise).toBe(0);
});

test('changing plans never credits more than was paid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(40 * 24)), { maxLength: 12 }),
      (orders) => {
        const prices = { a: 19_900, b: 99_900, c: 49_900 };
        let time = now;
        let running: Period[] = [];
        let paid = 0;
        for (const [i, [plan, hours]] of orders.entries()) {
          time = new Date(time.getTime() + hours * 3_600_000);
          running = running.filter(({ expiresAt }) => expiresAt > time);
          const amountPaise = prices[plan as keyof typeof prices];
          const next = nextPeriod(running, { planId: plan, amountPaise }, time);
          expect(next.creditPaise).toBeLessThanOrEqual(paid);
          expect(next.expiresAt > next.startedAt).toBe(true);
          paid += amountPaise;
          running = running.filter(({ id }) => !next.replaced.some((gone) => gone.id === id));
          running.push({
            id: String(i),
            planId: plan,
            startedAt: next.startedAt,
            expiresAt: next.expiresAt,
            valuePaise: amountPaise + next.creditPaise,
            months: [],
          });
          expect(running.reduce((sum, { valuePaise }) => sum + valuePaise, 0)).toBeLessThanOrEqual(
            paid,
          );
        }
      },
    ),
  );
});

test('in a period shorter than a month, the used share is relative to the part of the month’s quota that belongs to the period', () => {
  const half = { ...basic, expiresAt: now, valuePaise: 10_000 };
  const months = [{ startsAt: basic.startedAt, used: 0.5 }];
  const pro = { planId: 'pro', amountPaise: 99_900 };
  const next = nextPeriod([{ ...half, months }], pro, at('2026-11-06T00:00:00Z'));
  // Two thirds of the period's time are left, and half of its quota.
  expect(next.creditPaise).toBe(5_000);
});

test('the value of the used part of a period is not rounded up by a paisa', () => {
  const months = [{ startsAt: basic.startedAt, used: 0.5 }];
  expect(usedValuePaise({ ...basic, valuePaise: 10_000, months })).toBe(5_000);
  expect(usedValuePaise({ ...basic, valuePaise: 10_001, months })).toBe(5_001);
  expect(usedValuePaise({ ...basic, expiresAt: now, valuePaise: 10_000, months })).toBe(5_000);
});

test('a period that ends at its own start has no used value', () => {
  expect(usedValuePaise({ ...basic, expiresAt: basic.startedAt })).toBe(0);
});

const dayAt = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const month = (day: string, planId = 'basic') => ({ planId, startsAt: dayAt(day), used: 0.5 });

test('lists the usage months of a plan that begin within a period, without a month that begins at the period’s end', () => {
  const period = { planId: 'basic', startedAt: dayAt('10-01'), expiresAt: dayAt('12-01') };
  const months = [
    month('09-30'),
    month('10-01'),
    month('10-15', 'pro'),
    month('11-01'),
    month('12-01'),
  ];
  expect(listUsageMonths(period, months)).toEqual([
    { startsAt: dayAt('10-01'), used: 0.5 },
    { startsAt: dayAt('11-01'), used: 0.5 },
  ]);
});
