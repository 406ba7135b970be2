/** Days on the dashboard. */
export const daysShown = 30;

/** Retention: a year and a month. */
export const retentionDays = 400;

export type StatCounts = {
  accepted: number;
  delivered: number;
  /** Failed, undelivered or expired. */
  failed: number;
  otpSent: number;
  otpVerified: number;
};

/** The messages and OTPs of one day, `2026-04-06` in India. */
export type DailyStats = StatCounts & { day: string };

/** A user's statistics of the last `daysShown` days. */
export type AccountStats = {
  /** Oldest first. */
  days: DailyStats[];
  /** Over all days. */
  total: StatCounts;
  /** Median time from acceptance to the delivery receipt in milliseconds; null if nothing was delivered. */
  medianMs: number | null;
};
