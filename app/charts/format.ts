import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

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
