const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** A day in India in words, such as `20 November 2026`. */
export const longDay = (at: Date): string => day.format(at);
