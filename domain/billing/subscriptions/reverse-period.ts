import { afterMonths, monthsBetween } from '#domain/billing/months.ts';
import { type Period, usedValuePaise } from './next-period.ts';

/** A period with all columns that a refund may change. */
export type StoredPeriod = Period & {
  orderId: string | null;
  status: 'active' | 'pending_cancellation' | 'expired';
  /**
   * Set if another period has replaced this period: the id of the other period, the value that was credited to it, and the
   * end that this period had before.
   */
  creditedTo: string | null;
  creditedPaise: number;
  originalExpiresAt: Date | null;
};

/**
 * Computes a user's periods after one order was refunded.
 *
 * The refunded period ends now, or at its own start if it has not begun. The periods that it had replaced resume now, for
 * the time that their credits pay for. Usage of the refunded period beyond the refunded money is deducted from these
 * credits. Later periods move by the same time and keep their number of months.
 *
 * If the refunded period was itself replaced, its credit is withdrawn from the replacing period, which loses the credited
 * value and the time bought with it, but no past time. Ended periods do not change.
 *
 * @param periods all periods of the user, past ones included
 * @returns all periods in the same order, including those that did not change
 */
export function reversePeriod(
  periods: readonly StoredPeriod[],
  orderId: string,
  now: Date,
): StoredPeriod[] {
  const after = periods.map((period) => ({ ...period }));
  const paid = after.find((period) => period.orderId === orderId);
  if (paid?.creditedTo) withdraw(after, paid, paid.valuePaise - sumCredits(after, paid), now);
  else if (paid && paid.expiresAt > now) end(after, paid, now);
  return after;
}

function end(periods: StoredPeriod[], paid: StoredPeriod, now: Date): void {
  const until = later(paid.startedAt, now);
  const former = periods.filter(({ creditedTo }) => creditedTo === paid.id);
  // Usage is first deducted from the refunded money, and only the rest from the credit.
  let owed = Math.max(0, usedValuePaise(paid) - (paid.valuePaise - sumCredits(periods, paid)));
  const following = listFollowing(periods, paid);
  let from = until;
  for (const period of former) {
    const credit = Math.max(0, period.creditedPaise - owed);
    owed -= period.creditedPaise - credit;
    const to = afterMonths(from, countResumedMonths(period, credit));
    period.months = [];
    reduceValue(periods, period, credit);
    period.startedAt = from;
    period.expiresAt = to;
    period.status = to > from ? paid.status : 'expired';
    clearReplacement(period);
    from = to;
  }
  shiftPeriods(following, from.getTime() - paid.expiresAt.getTime());
  paid.status = 'expired';
  paid.expiresAt = until;
}

/** How many months of a replaced period resume. A granted period has no value, so all its remaining time resumes. */
function countResumedMonths({ valuePaise, ...period }: StoredPeriod, credit: number): number {
  const ended = period.originalExpiresAt ?? period.expiresAt;
  if (valuePaise === 0) return monthsBetween(later(period.startedAt, period.expiresAt), ended);
  return (monthsBetween(period.startedAt, ended) * credit) / valuePaise;
}

/** Reduces a period's value. Credits carried over into it shrink by the same share. */
function reduceValue(periods: StoredPeriod[], period: StoredPeriod, valuePaise: number): void {
  for (const into of periods) {
    if (into.creditedTo !== period.id || period.valuePaise === 0) continue;
    into.creditedPaise = Math.floor((into.creditedPaise * valuePaise) / period.valuePaise);
  }
  period.valuePaise = valuePaise;
}

/**
 * Removes `paise` from a replaced period's value, and the matching credit from the period that replaced it.
 */
function withdraw(periods: StoredPeriod[], from: StoredPeriod, paise: number, now: Date): void {
  if (paise <= 0) return;
  const replacement = periods.find(({ id }) => id === from.creditedTo);
  const keptShare = (from.valuePaise - paise) / from.valuePaise;
  const credit = Math.floor(from.creditedPaise * keptShare);
  const months = monthsBetween(from.startedAt, from.originalExpiresAt ?? from.expiresAt);
  if (replacement) shorten(periods, replacement, from.creditedPaise - credit, now);
  from.valuePaise -= paise;
  from.creditedPaise = credit;
  // The original end moves by the same share: if the replacing period is refunded too, this period resumes until that
  // end.
  from.originalExpiresAt = afterMonths(from.startedAt, months * keptShare);
  if (credit === 0) clearReplacement(from);
}

function shorten(periods: StoredPeriod[], period: StoredPeriod, paise: number, now: Date): void {
  if (period.creditedTo) {
    withdraw(periods, period, paise, now);
    return;
  }
  const { startedAt, expiresAt, valuePaise } = period;
  const keptShare = valuePaise > 0 ? (valuePaise - paise) / valuePaise : 1;
  period.valuePaise -= paise;
  if (expiresAt <= now) return;
  // Adds back the millisecond that rounding may have removed when the credit was converted to time.
  const months = monthsBetween(startedAt, addMs(expiresAt, 1));
  const until = later(now, afterMonths(startedAt, months * keptShare));
  shiftPeriods(listFollowing(periods, period), until.getTime() - expiresAt.getTime());
  period.expiresAt = until;
  if (until <= now) period.status = 'expired';
}

/** The periods that follow the given period, in order. */
const listFollowing = (periods: StoredPeriod[], period: StoredPeriod): StoredPeriod[] =>
  periods
    .filter((next) => next !== period && next.status !== 'expired')
    .filter((next) => next.startedAt >= period.expiresAt)
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());

/** Shifts consecutive periods. Each keeps its number of months, so its length in days may change. */
function shiftPeriods(following: StoredPeriod[], byMs: number): void {
  let replacement = byMs;
  for (const next of following) {
    const months = monthsBetween(next.startedAt, next.expiresAt);
    const before = next.expiresAt.getTime();
    next.startedAt = addMs(next.startedAt, replacement);
    next.expiresAt = afterMonths(next.startedAt, months);
    replacement = next.expiresAt.getTime() - before;
  }
}

/** The credit that was carried over into a period. */
const sumCredits = (periods: StoredPeriod[], { id }: StoredPeriod) =>
  periods.reduce(
    (sum, { creditedTo, creditedPaise }) => sum + (creditedTo === id ? creditedPaise : 0),
    0,
  );

const clearReplacement = (period: StoredPeriod) =>
  Object.assign(period, { creditedTo: null, creditedPaise: 0, originalExpiresAt: null });

const addMs = (time: Date, byMs: number) => new Date(time.getTime() + byMs);
const later = (a: Date, b: Date) => (a > b ? a : b);
