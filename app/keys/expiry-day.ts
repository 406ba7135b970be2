import { z } from 'zod';

/** India has one zone, without summer time; a key expires when the day is over there. */
const offset = '+05:30';
const offsetMs = 5.5 * 3_600_000;

/** The last moment of a day, `2027-03-31`, in India. */
export const endOfDayInIndia = (day: string) => new Date(`${day}T23:59:59.999${offset}`);

/** The day in India, `2027-03-31`, of a moment. */
export const dateInIndia = (at: Date) =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 10);

/** A day as a form has it; left out for a key that never expires. */
export const dayInput = z.iso.date('Please pick a day').optional();

/** What forms say beside the field. */
export const dayHint = 'Last day the key works (India time). Leave empty for no expiry.';
