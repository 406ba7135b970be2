/**
 * This file formats numbers, amounts, percentages, dates, times and durations for screens and emails. Files for programs
 * (CSV, the export of an account) have their own formats.
 */

import { indiaOffsetMs } from './days-in-india.browser.ts';

/**
 * Creates a formatter when it is first used, and keeps it. On a phone, creating one takes several milliseconds, and few pages
 * use more than two. Using one takes less than 1 µs.
 */
function onFirstUse<Formatter>(create: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined;
  return () => {
    formatter ??= create();
    return formatter;
  };
}

const whole = onFirstUse(() => new Intl.NumberFormat('en-IN'));
const withPaise = onFirstUse(
  () => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Formats a number with Indian digit groups, for example `1,00,000`. */
export const formatCount = (count: number) => whole().format(count);

/** Formats an amount with paise, for example `₹1,999.00`. */
export const formatRupees = (paise: number) => `₹${withPaise().format(paise / 100)}`;

/** Formats a price, for example `₹199`. Shows paise only if there are any. */
export const formatPrice = (paise: number) =>
  paise % 100 === 0 ? `₹${formatCount(paise / 100)}` : formatRupees(paise);

/** Returns `part` as a percentage of `of`, rounded down so that 100 means all; null if `of` is 0. */
export const percentOf = (part: number, of: number): number | null =>
  of === 0 ? null : Math.floor((part * 1_000) / of) / 10;

/** Formats a percentage, for example `98.7%`; null as `–`. */
export const formatPercent = (percent: number | null) => (percent === null ? '–' : `${percent}%`);

/** Formats a share as a percentage, for example `98.7%`. Returns `–` if `of` is 0. */
export const formatShare = (part: number, of: number): string => formatPercent(percentOf(part, of));

/** Formats the duration of a request or a step, for example `87 ms`, `1.4 s` or `12 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : `${formatCount(Math.round(ms / 1_000))} s`;
}

/** The time zone of India. Also used for visitors whose browser has not sent a time zone. */
export const indiaZone = 'Asia/Kolkata';

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Splits a time into its parts in a time zone. `zone` must come from `findZone` or be `indiaZone`, so that the map of
 * formatters stays small.
 */
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

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `medium` includes the seconds. */
export type TimeStyle = 'day' | 'short' | 'medium';

/**
 * Formats a time, for example `27 Nov 2026, 23:17`, for screens that name the time zone elsewhere. The text is built without
 * `Intl` formats, because browsers and servers abbreviate months and separate date and time differently, and hydration
 * requires that both give the same text.
 */
export function formatMoment(at: Date, style: TimeStyle = 'short', zone = indiaZone): string {
  const { day, month, year, hour, minute, second } = partsOf(at, zone);
  const date = `${Number(day)} ${months[Number(month) - 1]} ${year}`;
  if (style === 'day') return date;
  const seconds = style === 'medium' ? `:${second}` : '';
  return `${date}, ${hour}:${minute}${seconds}`;
}

/** Formats an hour in India for a chart, for example `24 Nov, 15:00`. */
export function formatHour(at: Date): string {
  const { day, month, hour, minute } = partsOf(at, indiaZone);
  return `${Number(day)} ${months[Number(month) - 1]}, ${hour}:${minute}`;
}

/**
 * Converts the time zone that a browser names to its canonical name on this server; null if the server does not know the
 * zone.
 */
export function findZone(name: string): string | null {
  // Rejects offsets such as `+05:17`, because each offset would need a separate formatter.
  if (!/^[A-Z][\w/+-]{1,40}$/i.test(name)) return null;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return zone === 'Asia/Calcutta' ? indiaZone : zone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A formatter of days or times in India. */
const inIndia = (locale: string, options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: indiaZone }));

const day = inIndia('en-IN', { dateStyle: 'long' });

/** Formats a day in India, for example `20 November 2026`. */
export const formatLongDate = (at: Date): string => day().format(at);

const shortDay = inIndia('en-US', { dateStyle: 'medium' });

/**
 * Formats a day in India in the short US format that the specification requires for payments, for example `Nov 20, 2026`.
 */
export const formatShortDate = (at: Date): string => shortDay().format(at);

const longDay = inIndia('en-US', { dateStyle: 'long' });

/** Formats the date of a legal text in the form that the specification uses, for example `April 5, 2024`. */
export const formatLegalDate = (at: Date): string => longDay().format(at);

const minute = inIndia('en-IN', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });

/** Formats a time in India for emails, for example `20 November 2026 at 14:05 (India time)`. */
export const formatLongTime = (at: Date): string => `${minute().format(at)} (India time)`;

const units = [
  { name: 'ms', ms: 1, upTo: 1_000 },
  { name: 's', ms: 1_000, upTo: 60 },
  { name: 'min', ms: 60_000, upTo: 60 },
  { name: 'h', ms: 3_600_000, upTo: 48 },
  { name: 'days', ms: 86_400_000, upTo: Number.POSITIVE_INFINITY },
];

/**
 * Formats a duration with two significant digits, for example `1.4 s`, `320 ms` or `12 min`, because statistics are not more
 * accurate than that.
 */
export function formatApproxDuration(ms: number): string {
  for (const unit of units) {
    const value = Number((ms / unit.ms).toPrecision(2));
    if (value < unit.upTo) return `${value} ${unit.name}`;
  }
  return '';
}

/** Formats a latency; `–` if it is unknown. */
export const formatLatency = (ms: number | null) => (ms === null ? '–' : formatApproxDuration(ms));

/**
 * Formats the start of a step of a chart in India time. Examples on an axis: `19 Nov` or `14:00`; elsewhere: `Thu, 19 Nov`
 * or `19 Nov, 14:00`.
 */
export function formatStep(at: Date, step: 'hour' | 'day', where: 'axis' | 'long'): string {
  const shifted = new Date(at.getTime() + indiaOffsetMs);
  const hour = shifted.toISOString().slice(11, 16);
  if (step === 'hour' && where === 'axis') return hour;
  const day = `${shifted.getUTCDate()} ${months[shifted.getUTCMonth()]}`;
  if (step === 'hour') return `${day}, ${hour}`;
  return where === 'long' ? `${weekdays[shifted.getUTCDay()]}, ${day}` : day;
}
