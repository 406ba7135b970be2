import {
  indiaOffsetMs,
  lastDaysInIndia,
  startOfDayInIndia,
} from '#domain/shared/days-in-india.browser.ts';

/** Retention: a year and a month. */
export const retentionDays = 400;

/** Older counts are kept by day, not by hour. */
export const daysByHour = 35;

/** What messages are counted by, besides their time. Codes are counted by key and category only. */
export const dimensions = ['key', 'sender', 'template', 'category', 'carrier'] as const;

export type Dimension = (typeof dimensions)[number];

/** Values of dimensions that a message must have; an empty text stands for none. */
export type StatFilter = Partial<Record<Dimension, string>>;

/** Whole hours in India, or whole days; its end is not part of it. */
export type Period = { from: Date; to: Date; step: 'hour' | 'day' };

/** The periods of the screens, which end with the current hour or day. */
const periodNames = ['24h', '7d', '30d', '90d'] as const;

export type PeriodName = (typeof periodNames)[number];

const hourMs = 3_600_000;

/** The period of a name: the last 24 hours by hour, or the last days in India by day, today included. */
export function periodOf(name: PeriodName, now: Date): Period {
  if (name === '24h') {
    const to = new Date(startOfHourInIndia(now).getTime() + hourMs);
    return { from: new Date(to.getTime() - 24 * hourMs), to, step: 'hour' };
  }
  const [first = '', ...others] = lastDaysInIndia(now, Number.parseInt(name, 10));
  const from = startOfDayInIndia(first);
  return { from, to: new Date(from.getTime() + (1 + others.length) * 24 * hourMs), step: 'day' };
}

/** When the hour began in India that contains a time: half past one of UTC. */
export const startOfHourInIndia = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + indiaOffsetMs) / hourMs) * hourMs - indiaOffsetMs);

/** The period of the same length before another one. */
export const periodBefore = ({ from, to, step }: Period): Period => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  step,
});

export type StatCounts = {
  /** With a filter by carrier, those with a final state: before, a message has none. */
  accepted: number;
  delivered: number;
  /** Failed, undelivered or expired. */
  failed: number;
  otpSent: number;
  otpVerified: number;
};

/** How long half and 95 % took at most, in milliseconds, off by at most a fifth; null if there were none. */
export type Latency = { p50: number | null; p95: number | null };

export type StatTotals = StatCounts & {
  /** From acceptance to the delivery receipt. */
  delivery: Latency;
  /** From the first text of a code to its verification. */
  verification: Latency;
};

export type StatStep = StatTotals & { at: Date };

export type Stats = {
  /** Oldest first. Steps without messages are included. */
  steps: StatStep[];
  total: StatTotals;
  /** The same of the period before. */
  before: StatTotals;
  /** Why messages failed, most frequent first. */
  reasons: { code: string; count: number; before: number }[];
  /** By the values of the dimension that was asked for, most messages first. */
  parts: (StatTotals & { value: string })[];
};
