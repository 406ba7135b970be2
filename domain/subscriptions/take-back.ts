import { creditTime, type Period } from './next-period.ts';

/** A period with all that a refund may change. */
export type KeptPeriod = Period & {
  orderId: string | null;
  status: 'active' | 'pending_cancellation' | 'expired';
  /** The period that took its place, what of it was carried over, and when it would have ended. */
  creditedTo: string | null;
  creditedPaise: number;
  replacedEnd: Date | null;
};

/**
 * The periods of a user after the money of one order went back.
 *
 * Its period ends now; one that has not begun ends where it would have begun. The rest of the periods
 * whose place it took comes back, from now. What follows on it moves along, as long as it was.
 *
 * Of a period that another has replaced, what was carried over is taken from that one: its worth, and
 * as much time as the credit bought, but none that is past.
 *
 * What is over stays as it is.
 *
 * @param periods all that the user has or had
 * @returns them all, changed or not, in the same order
 */
export function takeBack(periods: readonly KeptPeriod[], orderId: string, now: Date): KeptPeriod[] {
  const after = periods.map((period) => ({ ...period }));
  const paid = after.find((period) => period.orderId === orderId);
  if (paid?.creditedTo) withdraw(after, paid, paid.worthPaise - creditsOf(after, paid), now);
  else if (paid && paid.expiresAt > now) end(after, paid, now);
  return after;
}

function end(periods: KeptPeriod[], paid: KeptPeriod, now: Date): void {
  const until = later(paid.startedAt, now);
  const former = periods.filter(({ creditedTo }) => creditedTo === paid.id);
  const restMs = former.reduce((sum, period) => sum + leftWhenReplaced(period), 0);
  follow(periods, paid, until.getTime() + restMs - paid.expiresAt.getTime());
  let from = until;
  for (const period of former) {
    const to = moved(from, leftWhenReplaced(period));
    // As long as it was, so that what is left of it is worth what it was.
    const byMs = to.getTime() - (period.replacedEnd ?? to).getTime();
    period.startedAt = moved(period.startedAt, byMs);
    period.expiresAt = to;
    period.status = paid.status;
    notReplaced(period);
    from = to;
  }
  paid.status = 'expired';
  paid.expiresAt = until;
}

/** Takes from what replaced a period the part of the credit that comes of so much of its worth. */
function withdraw(periods: KeptPeriod[], from: KeptPeriod, paise: number, now: Date): void {
  if (paise <= 0) return;
  const by = periods.find(({ id }) => id === from.creditedTo);
  const keptOf = (amount: number) =>
    Math.floor((amount * (from.worthPaise - paise)) / from.worthPaise);
  const credit = keptOf(from.creditedPaise);
  const leftMs = keptOf(leftWhenReplaced(from));
  const withdrawn = from.creditedPaise - credit;
  if (by) shorten(periods, by, withdrawn, now);
  from.worthPaise -= paise;
  from.creditedPaise = credit;
  from.replacedEnd = moved(from.expiresAt, leftMs);
  if (credit === 0) notReplaced(from);
}

function shorten(periods: KeptPeriod[], period: KeptPeriod, paise: number, now: Date): void {
  if (period.creditedTo) {
    withdraw(periods, period, paise, now);
    return;
  }
  const byMs = timeBoughtBy(periods, period, paise);
  period.worthPaise -= paise;
  if (period.expiresAt <= now) return;
  const until = later(now, moved(period.expiresAt, -byMs));
  follow(periods, period, until.getTime() - period.expiresAt.getTime());
  period.expiresAt = until;
  if (until <= now) period.status = 'expired';
}

/** The time of a period, in milliseconds, that so much of what was carried over into it bought. */
function timeBoughtBy(periods: KeptPeriod[], period: KeptPeriod, paise: number): number {
  const { startedAt, expiresAt, worthPaise } = period;
  const credits = creditsOf(periods, period);
  const paidPaise = worthPaise - credits;
  // Its own money went back while another had its place: all of it was carried over.
  if (paidPaise <= 0) {
    return Math.floor(((expiresAt.getTime() - startedAt.getTime()) * paise) / worthPaise);
  }
  const timeOf = (credit: number) => creditTime(startedAt, credit, paidPaise);
  return timeOf(credits) - timeOf(credits - paise);
}

/** Moves what follows on a period, which is yet to get its new end. */
function follow(periods: KeptPeriod[], period: KeptPeriod, byMs: number): void {
  for (const next of periods) {
    const follows = next !== period && next.status !== 'expired';
    if (!follows || next.startedAt < period.expiresAt) continue;
    next.startedAt = moved(next.startedAt, byMs);
    next.expiresAt = moved(next.expiresAt, byMs);
  }
}

/** What of a period's worth was carried over into it. */
const creditsOf = (periods: KeptPeriod[], { id }: KeptPeriod) =>
  periods.reduce(
    (sum, { creditedTo, creditedPaise }) => sum + (creditedTo === id ? creditedPaise : 0),
    0,
  );

const leftWhenReplaced = ({ replacedEnd, expiresAt }: KeptPeriod) =>
  (replacedEnd ?? expiresAt).getTime() - expiresAt.getTime();

const notReplaced = (period: KeptPeriod) =>
  Object.assign(period, { creditedTo: null, creditedPaise: 0, replacedEnd: null });

const moved = (time: Date, byMs: number) => new Date(time.getTime() + byMs);
const later = (a: Date, b: Date) => (a > b ? a : b);
