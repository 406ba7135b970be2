/** Retention: a year and a month. */
export const retentionDays = 400;

/** Older counts are kept by day, not by hour. */
export const daysByHour = 8;

/** What messages are counted by, besides their time. Codes are counted by key and category only. */
export const dimensions = ['key', 'sender', 'template', 'category', 'carrier'] as const;

export type Dimension = (typeof dimensions)[number];

/** Values of dimensions that a message must have; an empty text stands for none. */
export type StatFilter = Partial<Record<Dimension, string>>;

/** Whole hours in India, or whole days; its end is not part of it. */
export type Period = { from: Date; to: Date; step: 'hour' | 'day' };

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
