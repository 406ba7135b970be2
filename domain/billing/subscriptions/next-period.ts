import { addMonths, usageMonthAt } from '#domain/billing/periods/months.ts';
import { afterMonths, monthsBetween } from '#domain/billing/periods/span.ts';

/** A period that a user has, or will have. */
export type Period = {
  id: string;
  planId: string;
  startedAt: Date;
  expiresAt: Date;
  /** What was paid for it, and what was carried over into it. */
  valuePaise: number;
  /** Its months of use that have begun, and which share of each is used, from 0 to 1. */
  months: readonly { startsAt: Date; used: number }[];
};

/** What a paid order gives. */
export type NextPeriod = {
  startedAt: Date;
  expiresAt: Date;
  /** What was left of the plan that it replaces, and became time of this one. */
  creditPaise: number;
  /** The periods that it replaces, with what of each was left: they end now. */
  replaced: { id: string; creditPaise: number }[];
};

/**
 * The period that a paid month of a plan gives: of the same plan it follows on what is there, nothing
 * is lost by paying early; of another plan it begins at once, and what is left of the former is
 * credited as more time of the new one.
 *
 * @param running the periods that have not ended, by their beginning
 * @param bought the plan, and what a month of it was paid with
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
    creditPaise: worthLeft(period, now),
  }));
  const creditPaise = replaced.reduce((sum, { creditPaise }) => sum + creditPaise, 0);
  const expiresAt = afterMonths(now, 1 + creditPaise / bought.amountPaise);
  return { startedAt: now, expiresAt, creditPaise, replaced };
}

/** A millionth of a paisa, which floating-point arithmetic may lose. */
const lost = 1e-6;

/**
 * The unused part of a period's worth, rounded down to a paisa: the smaller share of its time and of its
 * quota. By time alone, who has used all messages of a month on its first day would get nearly all of
 * the money credited. All of it, if the period has not begun.
 */
function worthLeft(period: Period, now: Date): number {
  const { startedAt, expiresAt, valuePaise } = period;
  if (expiresAt <= now) return 0;
  const from = now > startedAt ? now : startedAt;
  const time = expiresAt.getTime() - from.getTime();
  const byTime = time / (expiresAt.getTime() - startedAt.getTime());
  const byQuota = monthsUnused(period, from) / monthsBetween(startedAt, expiresAt);
  return Math.floor(valuePaise * Math.min(byTime, byQuota) + lost);
}

/** How many months' quota can still be used from `now` on; what was unused in months before is gone. */
function monthsUnused({ startedAt, expiresAt, months }: Period, now: Date): number {
  const { startsAt, endsAt } = usageMonthAt(startedAt, now);
  const rest = monthsBetween(startedAt, expiresAt) - monthsBetween(startedAt, startsAt);
  const used = months.find((month) => month.startsAt.getTime() === startsAt.getTime())?.used ?? 0;
  const runs = monthsBetween(startsAt, endsAt < expiresAt ? endsAt : expiresAt);
  return Math.max(0, rest - used * runs);
}

/** What of a period's worth was used, rounded up to a paisa. */
export function usedValuePaise({ startedAt, expiresAt, valuePaise, months }: Period): number {
  const whole = monthsBetween(startedAt, expiresAt);
  const used = months.reduce((sum, { startsAt, used }) => {
    const { endsAt } = usageMonthAt(startedAt, startsAt);
    return sum + used * monthsBetween(startsAt, endsAt < expiresAt ? endsAt : expiresAt);
  }, 0);
  return whole > 0 ? Math.min(valuePaise, Math.ceil((valuePaise * used) / whole - lost)) : 0;
}
