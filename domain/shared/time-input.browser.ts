import { z } from 'zod';

/** A date, then a time, then an offset whose plus a query may have turned into a blank. */
const notation =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([Zz]|[ +-]?\d{2}(?::?\d{2})?)$/;

/**
 * Converts a time to ISO 8601: `2026-11-20 00:00:00+0530` (Python's and Java's offsets) and `2026-11-20T00:00:00 05:30` (a
 * plus in a query that is not escaped) become `2026-11-20T00:00:00+05:30`. Other texts stay unchanged and are refused
 * later: a time without an offset is ambiguous.
 */
function normalizeTime(typed: string): string {
  const [, date, time, offset] = notation.exec(typed.trim()) ?? [];
  if (time === undefined || offset === undefined) return typed;
  const whole = time.length === 5 ? `${time}:00` : time;
  if (/z/i.test(offset)) return `${date}T${whole}Z`;
  const sign = offset.startsWith('-') ? '-' : '+';
  const digits = offset.replaceAll(/\D/g, '').padEnd(4, '0');
  return `${date}T${whole}${sign}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** A time with an offset, as programs write it; parsed to ISO 8601. */
export const timeInput = z.preprocess(
  (typed) => (typeof typed === 'string' ? normalizeTime(typed) : typed),
  z.iso.datetime({ offset: true }),
);

/** A time as in `timeInput`, or a date, which means the start of that day in India. For the ends of a time span. */
export const timeOrDateInput = z.preprocess(
  (typed) =>
    typeof typed === 'string' && /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(typed)
      ? `${typed.trim()}T00:00:00+05:30`
      : typed,
  timeInput,
);
