/** An hour by India’s clock, such as `24 Nov, 15:00`. */
export const formatHour = (hour: Date): string =>
  hour.toLocaleString('en-IN', {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'Asia/Kolkata' },
  });
