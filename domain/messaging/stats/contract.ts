/** The days that are shown. */
export const daysShown = 30;

/** Days stored: a year and a month. */
export const retentionDays = 400;

/** How many there were. */
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

/** The last days of a user. */
export type AccountStats = {
  /** Each of the days, the oldest first. */
  days: DailyStats[];
  /** Of all of them. */
  total: StatCounts;
  /** Median time from acceptance to the delivery receipt in milliseconds; null if nothing was delivered. */
  medianMs: number | null;
};
