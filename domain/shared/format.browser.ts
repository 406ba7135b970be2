/**
 * The formats of numbers, amounts, shares, dates, times and durations on screens and in emails. Files for programs (CSV,
 * the export of an account) have their own.
 */

import { indiaOffsetMs } from './days-in-india.browser.ts';

// A formatter takes some 30 µs to make and less than one to use.
const whole = new Intl.NumberFormat('en-IN');
const withPaise = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Formats a number as India writes it, such as `1,00,000`. */
export const formatCount = (count: number) => whole.format(count);

/** Formats an amount with its paise, such as `₹1,999.00`. */
export const formatRupees = (paise: number) => `₹${withPaise.format(paise / 100)}`;

/** Formats a price such as `₹199`; paise only if there are any. */
export const formatPrice = (paise: number) =>
  paise % 100 === 0 ? `₹${whole.format(paise / 100)}` : formatRupees(paise);

/** Formats a share as `98.7%`. Never rounds up, so that 100% means all; `–` if there are none. */
export function formatShare(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((part * 1_000) / of) / 10}%`;
}

/** Formats a duration of a request or a step, such as `87 ms`, `1.4 s` or `12 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : `${formatCount(Math.round(ms / 1_000))} s`;
}

/** The time zone of India, and of visitors whose browser has not told theirs. */
export const indiaZone = 'Asia/Kolkata';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The parts of a time by a zone's clock. The zones are those of `findZone`, so that the map stays small. */
function partsOf(at: Date, zone: string): Record<string, string> {
  let clock = clocks.get(zone);
  if (!clock) {
    const date = { day: 'numeric', month: 'numeric', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-GB', {
      ...date,
      ...time,
      hourCycle: 'h23',
      timeZone: zone,
    });
    clocks.set(zone, clock);
  }
  return Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `medium` has the seconds. */
export type TimeStyle = 'short' | 'medium';

/**
 * Formats a time, such as `27 Nov 2026, 23:17`, for screens that name the time zone once. Browsers and servers
 * abbreviate months and separate dates from times differently; these words are ours, so that hydration finds what the
 * server wrote.
 */
export function formatMoment(at: Date, style: TimeStyle = 'short', zone = indiaZone): string {
  const { day, month, year, hour, minute, second } = partsOf(at, zone);
  const seconds = style === 'medium' ? `:${second}` : '';
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${hour}:${minute}${seconds}`;
}

/** Formats an hour of India for a chart, such as `24 Nov, 15:00`. */
export function formatHour(at: Date): string {
  const { day, month, hour, minute } = partsOf(at, indiaZone);
  return `${Number(day)} ${months[Number(month) - 1]}, ${hour}:${minute}`;
}

/** Finds the time zone that a browser names, under the one name that this server has for it; null if it has none. */
export function findZone(name: string): string | null {
  // Offsets such as `+05:17` would each get a formatter.
  if (!/^[A-Z][\w/+-]{1,40}$/i.test(name)) return null;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return zone === 'Asia/Calcutta' ? indiaZone : zone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: indiaZone });

/** Formats a day in India, such as `20 November 2026`. */
export const formatLongDate = (at: Date): string => day.format(at);

const shortDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: indiaZone });

/** Formats a day in India in the short US format, such as `Nov 20, 2026`, as the specification wants it for payments. */
export const formatShortDate = (at: Date): string => shortDay.format(at);

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: indiaZone });

/** Formats the date of a legal text as the specification does, such as `April 5, 2024`. */
export const formatLegalDate = (at: Date): string => longDay.format(at);

const minute = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: indiaZone,
});

/** Formats a minute in India for emails, such as `20 November 2026 at 14:05 (India time)`. */
export const formatLongTime = (at: Date): string => `${minute.format(at)} (India time)`;

const units = [
  { name: 'ms', ms: 1, upTo: 1_000 },
  { name: 's', ms: 1_000, upTo: 60 },
  { name: 'min', ms: 60_000, upTo: 60 },
  { name: 'h', ms: 3_600_000, upTo: 48 },
  { name: 'days', ms: 86_400_000, upTo: Number.POSITIVE_INFINITY },
];

/** Formats a duration with two significant digits, the accuracy of the statistics: `1.4 s`, `320 ms`, `12 min`. */
export function formatApproxDuration(ms: number): string {
  for (const unit of units) {
    const value = Number((ms / unit.ms).toPrecision(2));
    if (value < unit.upTo) return `${value} ${unit.name}`;
  }
  return '';
}

/** A latency that may be unknown. */
export const formatLatency = (ms: number | null) => (ms === null ? '–' : formatApproxDuration(ms));

/**
 * Formats when a step began by India's clock: on an axis `19 Nov` or `14:00`, otherwise `Thu, 19 Nov` or `19 Nov, 14:00`.
 */
export function formatStep(at: Date, step: 'hour' | 'day', where: 'axis' | 'long'): string {
  const inIndia = new Date(at.getTime() + indiaOffsetMs);
  const hour = inIndia.toISOString().slice(11, 16);
  if (step === 'hour' && where === 'axis') return hour;
  const day = inIndia.toLocaleDateString('en-IN', {
    ...(step === 'day' && where === 'long' && { weekday: 'short' }),
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  return step === 'hour' ? `${day}, ${hour}` : day;
}
