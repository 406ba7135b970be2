import {
  indiaOffsetMs,
  lastDaysInIndia,
  startOfDayInIndia,
} from '#domain/shared/days-in-india.browser.ts';
import { daysByHour, type Period, retentionDays } from './contract.ts';

/** The periods that end with the current hour or day. */
export const periodNames = ['24h', '7d', '30d', '90d'] as const;

type PeriodName = (typeof periodNames)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Longer periods are counted by day. */
const maxHours = 48;

/** The period of a name: the last 24 hours by hour, or the last days in India by day, today included. */
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
 * The whole hours or days that contain a time span: hours if it is short, and they are still kept for it and the period before.
 * A span that is longer than statistics are kept loses its beginning.
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

/** When the hour began in India that contains a time: at half past of an hour of UTC. */
const startOfHourInIndia = (at: Date): Date => startOf(at, hourMs);

const startOfDayOf = (at: Date): Date => startOf(at, dayMs);

const startOf = (at: Date, ms: number) =>
  new Date(Math.floor((at.getTime() + indiaOffsetMs) / ms) * ms - indiaOffsetMs);

/** The period of the same length before another one. */
export const periodBefore = ({ from, to, step }: Period): Period => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  step,
});
