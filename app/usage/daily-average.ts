/** Days of a month, for averages. */
const days = 30;

/** Average messages per day over 30 days, rounded. */
export const dailyAverage = (used: number) => Math.round(used / days);
