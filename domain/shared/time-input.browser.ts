import { z } from 'zod';

/**
 * A date, then a time, then an offset. The plus of the offset may be a space, because a query decodes an unescaped plus as
 * a space.
 */
const notation =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([Zz]|[ +-]?\d{2}(?::?\d{2})?)$/;

/**
 * Converts a time to ISO 8601. For example, `2026-11-20 00:00:00+0530` (the offset of Python and Java) and
 * `2026-11-20T00:00:00 05:30` (an unescaped plus in a query) become `2026-11-20T00:00:00+05:30`. Other texts do not change
 * and are rejected later, for example a time without an offset, which is ambiguous.
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

/** A time with an offset in the notations that programs use. It is parsed to ISO 8601. */
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

/** The value of a field of the type `datetime-local`. Seconds are left out if they are 0. */
const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/**
 * A local time of India, as a field of the type `datetime-local` sends it, or any time with an offset.
 *
 * @param sentence the error message
 */
export const momentInIndia = (sentence: string) =>
  z
    .string({ error: sentence })
    .trim()
    .transform((typed) => (localTime.test(typed) ? normalizeTime(`${typed}+05:30`) : typed))
    .pipe(z.iso.datetime({ offset: true, error: sentence }))
    .transform((iso) => new Date(iso));
