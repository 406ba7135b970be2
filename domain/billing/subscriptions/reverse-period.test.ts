import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPeriod } from './next-period.ts';
import { reversePeriod, type StoredPeriod } from './reverse-period.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const now = at('2026-11-16');

const basic: StoredPeriod = {
  id: 'sub_1',
  orderId: 'ord_1',
  planId: 'basic',
  status: 'active',
  startedAt: at('2026-11-01'),
  expiresAt: at('2026-12-01'),
  valuePaise: 19_900,
  months: [],
  creditedTo: null,
  creditedPaise: 0,
  originalExpiresAt: null,
};

const ahead: StoredPeriod = {
  ...basic,
  id: 'sub_2',
  orderId: 'ord_2',
  startedAt: at('2026-12-01'),
  expiresAt: at('2027-01-01'),
};

const last: StoredPeriod = {
  ...ahead,
  id: 'sub_3',
  orderId: 'ord_3',
  startedAt: at('2027-01-01'),
  expiresAt: at('2027-02-01'),
};

test('after a refund, the next period starts at once and keeps its number of months', () => {
  expect(reversePeriod([basic, ahead, last], 'ord_1', now)).toEqual([
    { ...basic, status: 'expired', expiresAt: now },
    { ...ahead, startedAt: now, expiresAt: at('2026-12-16') },
    { ...last, startedAt: at('2026-12-16'), expiresAt: at('2027-01-16') },
  ]);
});

test('after a refund of a future period, the next period starts when the refunded period would have started', () => {
  expect(reversePeriod([basic, ahead, last], 'ord_2', now)).toEqual([
    basic,
    { ...ahead, status: 'expired', expiresAt: ahead.startedAt },
    { ...last, startedAt: at('2026-12-01'), expiresAt: at('2027-01-01') },
  ]);
});

test('refunding a period that has ended or was not paid changes nothing', () => {
  const over = { ...basic, expiresAt: now };
  expect(reversePeriod([over, ahead], 'ord_1', now)).toEqual([over, ahead]);
  expect(reversePeriod([basic, ahead], 'ord_9', now)).toEqual([basic, ahead]);
});

/** A plan for which the user paid 800 rupees. The credits of two replaced periods, 100 rupees each, add to its value. */
const upgrade: StoredPeriod = {
  ...basic,
  id: 'sub_9',
  orderId: 'ord_9',
  planId: 'pro',
  startedAt: at('2026-11-16'),
  expiresAt: at('2026-12-16'),
  valuePaise: 100_000,
};
const carriedOver = { creditedTo: upgrade.id, creditedPaise: 10_000 };
const begun: StoredPeriod = {
  ...basic,
  ...carriedOver,
  expiresAt: upgrade.startedAt,
  originalExpiresAt: at('2026-12-01'),
  valuePaise: 20_000,
};
const notBegun: StoredPeriod = {
  ...ahead,
  ...carriedOver,
  expiresAt: ahead.startedAt,
  originalExpiresAt: at('2027-01-01'),
  valuePaise: 10_000,
};
const usedBy = (used: number) => ({
  ...upgrade,
  months: [{ startsAt: upgrade.startedAt, used }],
});

test('usage beyond the refunded amount is deducted from the restored periods, one after the other', () => {
  const after = (used: number) =>
    reversePeriod([begun, notBegun, usedBy(used)], 'ord_9', at('2026-11-20'));
  // 50 rupees of the credit of 200 are used: the first period resumes with a quarter of its month, the second in full.
  expect(after(0.85)).toMatchObject([
    { valuePaise: 5_000, status: 'active', startedAt: at('2026-11-20'), creditedTo: null },
    { valuePaise: 10_000, status: 'active', startedAt: new Date('2026-11-27T12:00:00Z') },
    { status: 'expired', expiresAt: at('2026-11-20') },
  ]);
  // 150 rupees are used: the first period does not resume, and the second resumes with half of its value.
  expect(after(0.95)).toMatchObject([
    { valuePaise: 0, status: 'expired' },
    { valuePaise: 5_000, status: 'active', startedAt: at('2026-11-20') },
    {},
  ]);
});

test('a period that is restored with a share of its value also gets this share of its credit', () => {
  const earlier: StoredPeriod = {
    ...basic,
    id: 'sub_0',
    orderId: 'ord_0',
    status: 'expired',
    creditedTo: begun.id,
    creditedPaise: 4_000,
  };
  const own = {
    ...upgrade,
    valuePaise: 90_000,
    months: [{ startsAt: upgrade.startedAt, used: 1 }],
  };
  const [first, second] = reversePeriod([earlier, begun, own], 'ord_9', at('2026-11-20'));
  expect(second).toMatchObject({ valuePaise: 0 });
  expect(first).toMatchObject({ creditedTo: begun.id, creditedPaise: 0 });
  const half = { ...own, months: [{ startsAt: upgrade.startedAt, used: 85 / 90 }] };
  const [kept] = reversePeriod([earlier, begun, half], 'ord_9', at('2026-11-20'));
  expect(kept).toMatchObject({ creditedTo: begun.id, creditedPaise: 1_000 });
});

test('a manually granted period is restored with its remaining time', () => {
  const given = { ...begun, orderId: null, valuePaise: 0, creditedPaise: 0 };
  const [back] = reversePeriod([given, usedBy(0)], 'ord_9', at('2026-11-20'));
  expect(back).toMatchObject({ startedAt: at('2026-11-20'), expiresAt: at('2026-12-05') });
});

const prices = { basic: 19_900, pro: 99_900, scale: 249_900 };

/** The periods after a month of a plan was paid for, as `createPaidPeriod` writes them. */
function buy(periods: StoredPeriod[], planId: keyof typeof prices, time: Date): StoredPeriod[] {
  const n = periods.length + 1;
  const running = periods
    .filter(({ status, expiresAt }) => status === 'active' && expiresAt > time)
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const amountPaise = prices[planId];
  const next = nextPeriod(running, { planId, amountPaise }, time);
  const creditOf = new Map(next.replaced.map(({ id, creditPaise }) => [id, creditPaise]));
  const rest = periods.map((period): StoredPeriod => {
    const creditedPaise = creditOf.get(period.id);
    if (creditedPaise === undefined) return period;
    const expiresAt = period.startedAt > time ? period.startedAt : time;
    const gone = { creditedTo: `sub_${n}`, creditedPaise, originalExpiresAt: period.expiresAt };
    return { ...period, ...gone, status: 'expired', expiresAt };
  });
  const names = { id: `sub_${n}`, orderId: `ord_${n}`, planId };
  const { startedAt, expiresAt } = next;
  const valuePaise = amountPaise + next.creditPaise;
  return [...rest, { ...basic, ...names, startedAt, expiresAt, valuePaise }];
}

test('if a user upgrades from a plan and that plan is refunded, the credit of that plan is deducted from the new plan', () => {
  const alone = buy([], 'pro', now);
  const [former, pro] = reversePeriod(buy([basic], 'pro', now), 'ord_1', at('2026-11-20'));
  expect(former).toMatchObject({ valuePaise: 0, creditedTo: null, expiresAt: now });
  expect(pro).toMatchObject({ valuePaise: 99_900, expiresAt: alone[0]?.expiresAt });
});

test('a refund never removes time that has already elapsed', () => {
  const late = new Date(at('2026-12-16').getTime() + 3_600_000);
  const [, pro] = reversePeriod(buy([basic], 'pro', now), 'ord_1', late);
  expect(pro).toMatchObject({ status: 'expired', expiresAt: late, valuePaise: 99_900 });
});

test('if a user refunds an upgrade, the unused rest of the previous plan resumes now', () => {
  const upgraded = buy([basic, ahead], 'pro', now);
  const [former, next, pro] = reversePeriod(upgraded, 'ord_3', at('2026-11-20'));
  expect(pro).toMatchObject({ status: 'expired', expiresAt: at('2026-11-20') });
  // Half of November was left, and all of December.
  const rest = { startedAt: at('2026-11-20'), expiresAt: at('2026-12-05'), valuePaise: 9_950 };
  expect(former).toEqual({ ...basic, ...rest });
  expect(next).toEqual({ ...ahead, startedAt: at('2026-12-05'), expiresAt: at('2027-01-05') });
});

test('if the usage of an upgrade costs more than the upgrade, the excess is deducted from the restored plan', () => {
  const [former, pro] = buy([basic], 'pro', now) as [StoredPeriod, StoredPeriod];
  const months = [
    { startsAt: now, used: 1 },
    { startsAt: at('2026-12-16'), used: 0.5 },
  ];
  const [back] = reversePeriod([former, { ...pro, months }], 'ord_2', at('2026-12-17'));
  // Half of the 9,950 paise that were carried over, rounded down.
  expect(back).toMatchObject({ startedAt: at('2026-12-17'), valuePaise: 4_974 });
});

test('a credit that was carried over twice is deducted from the period that has it now', () => {
  const twice = buy(buy([basic], 'pro', now), 'scale', at('2026-11-20'));
  const credit = twice[1]?.creditedPaise ?? 0;
  const [, pro, scale] = reversePeriod(twice, 'ord_1', at('2026-11-21'));
  // 9,950 of the 109,850 paise of Pro's value came from Basic.
  const left = Math.floor((credit * 99_900) / 109_850);
  expect(pro).toMatchObject({ valuePaise: 99_900, creditedTo: 'sub_3', creditedPaise: left });
  expect(scale?.valuePaise).toBe(prices.scale + left);
  expect(scale?.expiresAt.getTime()).toBeLessThan(twice[2]?.expiresAt.getTime() ?? 0);
});

test('random purchases and refunds never create value, overlaps or gaps', () => {
  const step = fc.record({
    hours: fc.nat(20 * 24),
    plan: fc.constantFrom('basic', 'pro', 'scale'),
    refund: fc.option(fc.nat(12)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      let time = now;
      let periods: StoredPeriod[] = [];
      const kept = new Map<string, number>();
      for (const { hours, plan, refund } of steps) {
        time = new Date(time.getTime() + hours * 3_600_000);
        const orderId = `ord_${refund}`;
        if (refund === null) {
          periods = buy(periods, plan as keyof typeof prices, time);
          kept.set(`ord_${periods.length}`, prices[plan as keyof typeof prices]);
        } else if (kept.has(orderId)) {
          const isOver = periods.some((p) => p.orderId === orderId && p.expiresAt <= time);
          periods = reversePeriod(periods, orderId, time);
          if (!isOver) kept.delete(orderId);
        }
        const alive = periods
          .filter(({ status, expiresAt }) => status === 'active' && expiresAt > time)
          .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
        const worth = alive.reduce((sum, { valuePaise }) => sum + valuePaise, 0);
        const paid = [...kept.values()].reduce((sum, paise) => sum + paise, 0);
        expect(worth).toBeLessThanOrEqual(paid);
        if (alive[0]) expect(alive[0].startedAt <= time).toBe(true);
        for (const [i, { startedAt }] of alive.slice(1).entries()) {
          expect(startedAt).toEqual(alive[i]?.expiresAt);
        }
        for (const { startedAt, expiresAt, valuePaise } of periods) {
          expect(expiresAt >= startedAt && valuePaise >= 0).toBe(true);
        }
      }
    }),
  );
});
