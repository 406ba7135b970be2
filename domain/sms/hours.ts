import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/**
 * Whether a time is within hours of India's day.
 *
 * @param hours `from` is within, `to` is not; they may span midnight; undefined means all day, as do two equal times
 */
export function isWithinHours(hours: { from: string; to: string } | undefined, at: Date): boolean {
  if (!hours || hours.from === hours.to) return true;
  const time = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}

/** The end of hours in India after a time within them; null if they are all day. */
export function nextEnd({ from, to }: { from: string; to: string }, at: Date): Date | null {
  return from === to ? null : nextStart({ from: to }, at);
}

/** The next start of hours in India, after a time outside them. */
export function nextStart({ from }: { from: string }, at: Date): Date {
  const today = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);
  const start = Date.parse(`${today}T${from}:00+05:30`);
  return new Date(start > at.getTime() ? start : start + 86_400_000);
}
