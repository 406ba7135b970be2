import {
  indiaOffsetMs,
  lastDaysInIndia,
  startOfDayInIndia,
} from '#domain/shared/days-in-india.browser.ts';
import { daysByHour, type Period, retentionDays } from './contract.ts';

/** The periods that end with the current hour or day. */
export const periodNames = ['24h', '7d', '30d', '90d'] as const;

export type PeriodName = (typeof periodNames)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Periods longer than this are counted by day. */
const maxHours = 48;

/** The period with this name: the last 24 hours by hour, or the last days in India by day, including today. */
export function periodOf(name: PeriodName, now: Date): Period {
  if (name === '24h') {
    const to = new Date(startOfHourInIndia(now).getTime() + hourMs);
    return { from: new Date(to.getTime() - dayMs), to, step: 'hour' };
  }
  const days = lastDaysInIndia(now, Number.parseInt(name, 10));
  const from = startOfDayInIndia(days[0] ?? '');
  return { from, to: new Date(from.getTime() + days.length * dayMs), step: 'day' };
}

/**
 * Extends a time span to whole hours or days. Returns hours if the span has at most 48 hours and counts by hour still
 * exist for the span and the preceding period. A span that is longer than the retention of statistics loses its beginning.
 */
export function toPeriod(from: Date, to: Date, now: Date): Period {
  const span = to.getTime() - from.getTime();
  const keptByHour = startOfDayOf(now).getTime() - (daysByHour - 1) * dayMs;
  const isByHour = span <= maxHours * hourMs && from.getTime() - span - hourMs >= keptByHour;
  const step = isByHour ? 'hour' : 'day';
  const startOf = step === 'hour' ? startOfHourInIndia : startOfDayOf;
  const stepMs = step === 'hour' ? hourMs : dayMs;
  const end = startOf(new Date(to.getTime() - 1)).getTime() + stepMs;
  const begin = Math.max(startOf(from).getTime(), end - retentionDays * dayMs);
  return { from: new Date(begin), to: new Date(end), step };
}

/** The start of the hour in India that contains a time: 30 minutes past a UTC hour. */
const startOfHourInIndia = (at: Date): Date => startOf(at, hourMs);

const startOfDayOf = (at: Date): Date => startOf(at, dayMs);

const startOf = (at: Date, ms: number) =>
  new Date(Math.floor((at.getTime() + indiaOffsetMs) / ms) * ms - indiaOffsetMs);

/** The preceding period of the same length. */
export const periodBefore = ({ from, to, step }: Period): Period => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  step,
});
