import { addMonths } from '#domain/usage/period.ts';

/** A period that a user has, or will have. */
export type Period = {
  id: string;
  planId: string;
  startedAt: Date;
  expiresAt: Date;
  /** What was paid for it, and what was carried over into it. */
  worthPaise: number;
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
 * credited, by time, as more time of the new one.
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
  const creditMs = creditTime(now, creditPaise, bought.amountPaise);
  const expiresAt = new Date(addMonths(now, 1).getTime() + creditMs);
  return { startedAt: now, expiresAt, creditPaise, replaced };
}

/** The time that a credit buys, in milliseconds, where a month from `from` is paid with `amountPaise`. */
export function creditTime(from: Date, creditPaise: number, amountPaise: number): number {
  const monthMs = addMonths(from, 1).getTime() - from.getTime();
  return Math.floor((monthMs * creditPaise) / amountPaise);
}

/** What is left of a period's worth, in whole paise; all of it if it has not begun. */
function worthLeft({ startedAt, expiresAt, worthPaise }: Period, now: Date): number {
  const whole = expiresAt.getTime() - startedAt.getTime();
  const left = expiresAt.getTime() - Math.max(now.getTime(), startedAt.getTime());
  return whole > 0 ? Math.floor((worthPaise * Math.max(0, left)) / whole) : 0;
}
