import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/**
 * Whether a time is within given hours of the day in India.
 *
 * @param hours `from` is inclusive and `to` exclusive; the hours may span midnight; undefined or two equal times mean the
 *   whole day
 */
export function isWithinHours(hours: { from: string; to: string } | undefined, at: Date): boolean {
  if (!hours || hours.from === hours.to) return true;
  const time = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}

/**
 * For a time within given hours of the day in India, returns when these hours end next; null if they are the whole day.
 */
export function nextEnd({ from, to }: { from: string; to: string }, at: Date): Date | null {
  return from === to ? null : nextStart({ from: to }, at);
}

/** For a time outside given hours of the day in India, returns when these hours begin next. */
export function nextStart({ from }: { from: string }, at: Date): Date {
  const today = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);
  const start = Date.parse(`${today}T${from}:00+05:30`);
  return new Date(start > at.getTime() ? start : start + 86_400_000);
}
