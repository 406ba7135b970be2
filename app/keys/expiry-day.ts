import { z } from 'zod';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/** India has one time zone, without daylight saving; a key expires at the end of the day there. */
const offset = '+05:30';

/** The last millisecond of a day (`2027-03-31`) in India. */
export const endOfDayInIndia = (day: string) => new Date(`${day}T23:59:59.999${offset}`);

/** The date (`2027-03-31`) in India. */
export const dateInIndia = (at: Date) =>
  new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);

/** A date from a form; omitted for a key that never expires. */
export const dayInput = z.iso.date('Please pick a day').optional();

/** The hint of the field. */
export const dayHint = 'Last day the key works (India time). Leave empty for no expiry.';
