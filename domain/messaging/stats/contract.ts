import {
  indiaOffsetMs,
  lastDaysInIndia,
  startOfDayInIndia,
} from '#domain/shared/days-in-india.browser.ts';

/** How long statistics are kept: a year and a month. */
export const retentionDays = 400;

/** Counts of this many days are kept by hour, older counts by day. */
export const daysByHour = 8;

/** The dimensions by which messages are counted, besides their time. OTPs are counted by key and category only. */
export const dimensions = ['key', 'sender', 'template', 'category', 'carrier'] as const;

export type Dimension = (typeof dimensions)[number];

/** `otp` is a message with a one-time password. Other messages have the category of their template. */
export const statCategories = ['otp', 'transactional', 'promotional'] as const;

export type StatCategory = (typeof statCategories)[number];

/**
 * Counts only messages with these values. An empty string selects messages without a value, for example without a template.
 */
export type StatFilter = Partial<Record<Dimension, string>>;

/** Whole hours or days in India. `to` is exclusive. */
export type Period = { from: Date; to: Date; step: 'hour' | 'day' };

export type StatCounts = {
  /** With a carrier filter, counts only messages with a final state, because only these are counted per carrier. */
  accepted: number;
  delivered: number;
  /** Failed, undelivered or expired. */
  failed: number;
  otpSent: number;
  otpVerified: number;
};

/** The median and the 95th percentile in milliseconds, with an error of at most a fifth; null if nothing was measured. */
export type Latency = { p50: number | null; p95: number | null };

export type StatTotals = StatCounts & {
  /** Codes that can still be verified. They count neither as verified nor as not verified. */
  otpValid: number;
  /** The time from the acceptance of a message to its delivery receipt. */
  delivery: Latency;
  /** The time from the first message of an OTP to the verification of the OTP. */
  verification: Latency;
};

export type StatStep = StatTotals & { at: Date };

export type Stats = {
  /** Oldest first. Steps without messages are included. */
  steps: StatStep[];
  total: StatTotals;
  /** The totals of the preceding period of the same length. */
  before: StatTotals;
  /** Why messages failed, most frequent first. */
  reasons: { code: string; count: number; before: number }[];
  /** The totals of each value of the dimension `splitBy`, most messages first. */
  parts: (StatTotals & { value: string })[];
};

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
 * Extends a time span to whole hours or days. Returns hours if the span has at most 48 hours, and if hourly counts are
 * still stored for the span and the preceding period. A span that is longer than the retention of statistics loses its
 * beginning.
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
