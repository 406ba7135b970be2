/** The time, in one place, so that a test can stand still or jump. */
export const clock = {
  /** Now. */
  now: (): Date => new Date(),
};
