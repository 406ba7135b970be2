/** India has one time zone, without daylight saving. */
const offset = '+05:30';
const dayMs = 24 * 3_600_000;

/** The start of a day (`2026-04-06`) in India. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000${offset}`);

/** The start of the next day in India. */
export const startOfNextDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);
