import { logger } from '../logger.ts';

/** In milliseconds. Clocks that are set over the network differ by less than one; a wrong time zone is half an hour or more. */
const toleratedMs = 60_000;

/**
 * Compares the clock of this process with PostgreSQL's. A web with a wrong clock would make ids, times and limits that do not
 * fit those of the others.
 */
export function createClockCheck() {
  let isRight = true;
  return {
    /** As found last; true until anything was found. */
    isRight: (): boolean => isRight,

    /** @param aheadMs milliseconds by which this process's clock is ahead of PostgreSQL's */
    found(aheadMs: number): void {
      const wasRight = isRight;
      isRight = Math.abs(aheadMs) <= toleratedMs;
      if (isRight === wasRight) return;
      const fields = { aheadSeconds: Math.round(aheadMs / 1_000) };
      if (isRight) logger.info(fields, 'the clock agrees with that of PostgreSQL again');
      else logger.error(fields, 'the clock differs from that of PostgreSQL by more than a minute');
    },
  };
}
