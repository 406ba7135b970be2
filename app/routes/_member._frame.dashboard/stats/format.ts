/** A share as `98.7%`, never rounded up, as 100% says that none is missing; `–` of nothing. */
export function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((part * 1_000) / of) / 10}%`;
}

const units = [
  { name: 'ms', ms: 1, upTo: 1_000 },
  { name: 's', ms: 1_000, upTo: 60 },
  { name: 'min', ms: 60_000, upTo: 60 },
  { name: 'h', ms: 3_600_000, upTo: 48 },
  { name: 'days', ms: 86_400_000, upTo: Number.POSITIVE_INFINITY },
];

/** A time in two digits, which is as much as is known of it: `1.4 s`, `320 ms`, `12 min`. */
export function formatApproxDuration(ms: number): string {
  for (const unit of units) {
    const value = Number((ms / unit.ms).toPrecision(2));
    if (value < unit.upTo) return `${value} ${unit.name}`;
  }
  return '';
}

/** A day as `19 Nov`. @param day `2026-11-19` */
export const formatDay = (day: string) => words(day, { day: 'numeric', month: 'short' });

/** A day as `Thu, 19 Nov`. */
export const formatWeekday = (day: string) =>
  words(day, { weekday: 'short', day: 'numeric', month: 'short' });

function words(day: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...format, timeZone: 'UTC' });
}
