/** A month, for averages. */
const days = 30;

/** Messages a day, over thirty days, as a whole number. */
export const dailyAverage = (used: number) => Math.round(used / days);
