const units = [
  { name: 'ms', ms: 1, upTo: 1_000 },
  { name: 's', ms: 1_000, upTo: 60 },
  { name: 'min', ms: 60_000, upTo: 60 },
  { name: 'h', ms: 3_600_000, upTo: 48 },
  { name: 'days', ms: 86_400_000, upTo: Number.POSITIVE_INFINITY },
];

/**
 * Formats a duration with two significant digits, the accuracy of the statistics: `1.4 s`, `320 ms`, `12
 * min`.
 */
export function formatApproxDuration(ms: number): string {
  for (const unit of units) {
    const value = Number((ms / unit.ms).toPrecision(2));
    if (value < unit.upTo) return `${value} ${unit.name}`;
  }
  return '';
}

/**
 * Formats a date as `19 Nov`.
 *
 * @param day `2026-11-19`
 */
export const formatDay = (day: string) => formatDate(day, { day: 'numeric', month: 'short' });

/** Formats a date as `Thu, 19 Nov`. */
export const formatWeekday = (day: string) =>
  formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' });

function formatDate(day: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...format, timeZone: 'UTC' });
}
