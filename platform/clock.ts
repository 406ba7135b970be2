/** The current time, replaceable in tests. */
export const clock = {
  now: (): Date => new Date(),
};
