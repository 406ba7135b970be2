import { afterMonths, monthsBetween } from '#domain/billing/periods/span.ts';
import { type Period, usedValuePaise } from './next-period.ts';

/** A period with all that a refund may change. */
export type StoredPeriod = Period & {
  orderId: string | null;
  status: 'active' | 'pending_cancellation' | 'expired';
  /** The period that took its place, what of it was carried over, and when it would have ended. */
  creditedTo: string | null;
  creditedPaise: number;
  originalExpiresAt: Date | null;
};

/**
 * The periods of a user after the money of one order went back.
 *
 * Its period ends now; one that has not begun ends where it would have begun. The periods whose place it
 * took come back, from now: as much of their plan as what was carried over pays for, without what was
 * used of it. What follows on it moves along, with as many months as it had.
 *
 * Of a period that another has replaced, what was carried over is taken from that one: its worth, and
 * as much time as the credit bought, but none that is past.
 *
 * What is over stays as it is.
 *
 * @param periods all that the user has or had
 * @returns them all, changed or not, in the same order
 */
export function reversePeriod(
  periods: readonly StoredPeriod[],
  orderId: string,
  now: Date,
): StoredPeriod[] {
  const after = periods.map((period) => ({ ...period }));
  const paid = after.find((period) => period.orderId === orderId);
  if (paid?.creditedTo) withdraw(after, paid, paid.valuePaise - creditsOf(after, paid), now);
  else if (paid && paid.expiresAt > now) end(after, paid, now);
  return after;
}

function end(periods: StoredPeriod[], paid: StoredPeriod, now: Date): void {
  const until = later(paid.startedAt, now);
  const former = periods.filter(({ creditedTo }) => creditedTo === paid.id);
  // What was used counts against the money that goes back, and only the rest against the credit.
  let owed = Math.max(0, usedValuePaise(paid) - (paid.valuePaise - creditsOf(periods, paid)));
  const following = followingOn(periods, paid);
  let from = until;
  for (const period of former) {
    const credit = Math.max(0, period.creditedPaise - owed);
    owed -= period.creditedPaise - credit;
    const to = afterMonths(from, monthsBack(period, credit));
    period.months = [];
    keepOfCredits(periods, period, credit);
    period.startedAt = from;
    period.expiresAt = to;
    period.status = to > from ? paid.status : 'expired';
    notReplaced(period);
    from = to;
  }
  move(following, from.getTime() - paid.expiresAt.getTime());
  paid.status = 'expired';
  paid.expiresAt = until;
}

/** The months that come back of a period that was replaced. What was given by hand is worth no money. */
function monthsBack({ valuePaise, ...period }: StoredPeriod, credit: number): number {
  const ended = period.originalExpiresAt ?? period.expiresAt;
  if (valuePaise === 0) return monthsBetween(later(period.startedAt, period.expiresAt), ended);
  return (monthsBetween(period.startedAt, ended) * credit) / valuePaise;
}

/** A period is worth less: what was carried over into it is in it in the same share. */
function keepOfCredits(periods: StoredPeriod[], period: StoredPeriod, valuePaise: number): void {
  for (const into of periods) {
    if (into.creditedTo !== period.id || period.valuePaise === 0) continue;
    into.creditedPaise = Math.floor((into.creditedPaise * valuePaise) / period.valuePaise);
  }
  period.valuePaise = valuePaise;
}

/** Takes from what replaced a period the part of the credit that comes of so much of its worth. */
function withdraw(periods: StoredPeriod[], from: StoredPeriod, paise: number, now: Date): void {
  if (paise <= 0) return;
  const by = periods.find(({ id }) => id === from.creditedTo);
  const kept = (from.valuePaise - paise) / from.valuePaise;
  const credit = Math.floor(from.creditedPaise * kept);
  const months = monthsBetween(from.startedAt, from.originalExpiresAt ?? from.expiresAt);
  if (by) shorten(periods, by, from.creditedPaise - credit, now);
  from.valuePaise -= paise;
  from.creditedPaise = credit;
  // As long for its worth as before: by that it comes back, if it does.
  from.originalExpiresAt = afterMonths(from.startedAt, months * kept);
  if (credit === 0) notReplaced(from);
}

function shorten(periods: StoredPeriod[], period: StoredPeriod, paise: number, now: Date): void {
  if (period.creditedTo) {
    withdraw(periods, period, paise, now);
    return;
  }
  const { startedAt, expiresAt, valuePaise } = period;
  const kept = valuePaise > 0 ? (valuePaise - paise) / valuePaise : 1;
  period.valuePaise -= paise;
  if (expiresAt <= now) return;
  // The millisecond is what may have been rounded away when the credit was made time.
  const months = monthsBetween(startedAt, moved(expiresAt, 1));
  const until = later(now, afterMonths(startedAt, months * kept));
  move(followingOn(periods, period), until.getTime() - expiresAt.getTime());
  period.expiresAt = until;
  if (until <= now) period.status = 'expired';
}

/** What follows on a period, by its beginning. */
const followingOn = (periods: StoredPeriod[], period: StoredPeriod): StoredPeriod[] =>
  periods
    .filter((next) => next !== period && next.status !== 'expired')
    .filter((next) => next.startedAt >= period.expiresAt)
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());

/** Moves periods that follow on each other. Each keeps its months, which are not equally long. */
function move(following: StoredPeriod[], byMs: number): void {
  let by = byMs;
  for (const next of following) {
    const months = monthsBetween(next.startedAt, next.expiresAt);
    const before = next.expiresAt.getTime();
    next.startedAt = moved(next.startedAt, by);
    next.expiresAt = afterMonths(next.startedAt, months);
    by = next.expiresAt.getTime() - before;
  }
}

/** What of a period's worth was carried over into it. */
const creditsOf = (periods: StoredPeriod[], { id }: StoredPeriod) =>
  periods.reduce(
    (sum, { creditedTo, creditedPaise }) => sum + (creditedTo === id ? creditedPaise : 0),
    0,
  );

const notReplaced = (period: StoredPeriod) =>
  Object.assign(period, { creditedTo: null, creditedPaise: 0, originalExpiresAt: null });

const moved = (time: Date, byMs: number) => new Date(time.getTime() + byMs);
const later = (a: Date, b: Date) => (a > b ? a : b);
