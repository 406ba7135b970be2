/** The longest pause that is obeyed, in seconds: a day. */
const maxSeconds = 86_400;

/** A date as HTTP writes it, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). The obsolete forms are left out. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses a Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date.
 *
 * @param now milliseconds since 1970
 * @returns seconds, at most a day; 0 for a date that is over; null if there is none, or it is neither
 */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), maxSeconds);
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1_000)), maxSeconds);
}
