import { addMonths, afterMonths, monthsBetween, usageMonthAt } from '#domain/billing/months.ts';

/** A paid or granted period of a user. */
export type Period = {
  id: string;
  planId: string;
  startedAt: Date;
  expiresAt: Date;
  /** The amount paid for the period, plus the carried-over credit, in paise. */
  valuePaise: number;
  /** The usage months of the period that have begun. `used` is the used share of a month's quota, from 0 to 1. */
  months: readonly { startsAt: Date; used: number }[];
};

/** The period that a paid order gives. */
export type NextPeriod = {
  startedAt: Date;
  expiresAt: Date;
  /** The unused value of the replaced plan, credited as extra time. */
  creditPaise: number;
  /** The replaced periods, which end now, with the credit from each. */
  replaced: { id: string; creditPaise: number }[];
};

/**
 * Computes the period that paying for a month of a plan gives. A renewal of the same plan follows the last period, so a
 * user who pays early loses nothing. A different plan begins at once, and is extended by the unused value of the plan
 * that it replaces.
 *
 * @param running the periods that have not ended, in order
 * @param bought the plan and the price paid for a month of it
 */
export function nextPeriod(
  running: readonly Period[],
  bought: { planId: string; amountPaise: number },
  now: Date,
): NextPeriod {
  const last = running.at(-1);
  if (last?.planId === bought.planId) {
    const startedAt = last.expiresAt;
    return { startedAt, expiresAt: addMonths(startedAt, 1), creditPaise: 0, replaced: [] };
  }
  const replaced = running.map((period) => ({
    id: period.id,
    creditPaise: toUnusedPaise(period, now),
  }));
  const creditPaise = replaced.reduce((sum, { creditPaise }) => sum + creditPaise, 0);
  const expiresAt = afterMonths(now, 1 + creditPaise / bought.amountPaise);
  return { startedAt: now, expiresAt, creditPaise, replaced };
}

/** A millionth of a paisa, which compensates floating-point error before rounding. */
const roundingPaise = 1e-6;

/**
 * Returns the unused value of a period, rounded down to a paisa. This value is proportional to the unused time or to the
 * unused quota, using the smaller of the two shares. If only the time counted, a user who uses up a month's messages on the
 * first day would get nearly all the money credited. A period that has not begun keeps its full value.
 */
function toUnusedPaise(period: Period, now: Date): number {
  const { startedAt, expiresAt, valuePaise } = period;
  if (expiresAt <= now) return 0;
  const from = now > startedAt ? now : startedAt;
  const time = expiresAt.getTime() - from.getTime();
  const byTime = time / (expiresAt.getTime() - startedAt.getTime());
  const byQuota = countUnusedMonths(period, from) / monthsBetween(startedAt, expiresAt);
  return Math.floor(valuePaise * Math.min(byTime, byQuota) + roundingPaise);
}

/** How many months of quota remain from `now`; unused quota of past months has lapsed. */
function countUnusedMonths({ startedAt, expiresAt, months }: Period, now: Date): number {
  const { startsAt, endsAt } = usageMonthAt(startedAt, now);
  const monthsLeft = monthsBetween(startedAt, expiresAt) - monthsBetween(startedAt, startsAt);
  const used = months.find((month) => month.startsAt.getTime() === startsAt.getTime())?.used ?? 0;
  const monthLength = monthsBetween(startsAt, endsAt < expiresAt ? endsAt : expiresAt);
  return Math.max(0, monthsLeft - used * monthLength);
}

/** The used part of a period's value, rounded up to a paisa. */
export function usedValuePaise({ startedAt, expiresAt, valuePaise, months }: Period): number {
  const whole = monthsBetween(startedAt, expiresAt);
  const used = months.reduce((sum, { startsAt, used }) => {
    const { endsAt } = usageMonthAt(startedAt, startsAt);
    return sum + used * monthsBetween(startsAt, endsAt < expiresAt ? endsAt : expiresAt);
  }, 0);
  return whole > 0
    ? Math.min(valuePaise, Math.ceil((valuePaise * used) / whole - roundingPaise))
    : 0;
}

type UsageOfMonth = { planId: string; startsAt: Date; used: number };

/** Selects the usage months that belong to a period. */
export const listUsageMonths = (
  { planId, startedAt, expiresAt }: { planId: string; startedAt: Date; expiresAt: Date },
  months: readonly UsageOfMonth[],
) =>
  months
    .filter((month) => month.planId === planId)
    .filter(({ startsAt }) => startsAt >= startedAt && startsAt < expiresAt)
    .map(({ startsAt, used }) => ({ startsAt, used }));
