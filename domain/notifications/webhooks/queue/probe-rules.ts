/** After so many failures in a row an endpoint gets one event at a time, with growing pauses. */
export const probesAfter = 3;

/** Pauses between two events for an endpoint that fails, in seconds: they double from the first to the last. */
const firstPauseSeconds = 5;
const lastPauseSeconds = 300;

/** SQL: for how many seconds an endpoint is paused after its last failure in a row, of which there are `failures`. */
export const pauseSecondsSql = (failures: string) => `CASE WHEN ${failures} >= ${probesAfter}
      THEN least(${firstPauseSeconds} * 2 ^ least(${failures} - ${probesAfter}, 10), ${lastPauseSeconds}) END`;
