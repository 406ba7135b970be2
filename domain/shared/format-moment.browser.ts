const moments = {
  short: new Intl.DateTimeFormat('en-IN', {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' },
  }),
  medium: new Intl.DateTimeFormat('en-IN', {
    ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' },
  }),
};

/** `medium` has the seconds. */
export type TimeStyle = keyof typeof moments;

/**
 * Formats a time in India, such as `27 Nov 2026, 11:17 pm`, for screens that name the time zone once. It has ordinary
 * spaces, because browsers and servers use different special ones.
 */
export const formatMoment = (at: Date, style: TimeStyle = 'short'): string =>
  moments[style].format(at).replaceAll(/[\u00a0\u202f]/g, ' ');
