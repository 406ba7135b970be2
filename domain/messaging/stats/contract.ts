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
  /** With a carrier filter, only messages with a final state, because only these are counted per carrier. */
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
  /** From acceptance to the delivery receipt. */
  delivery: Latency;
  /** From the first message of an OTP to its verification. */
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
