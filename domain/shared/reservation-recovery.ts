import { logger } from '#platform/logger.ts';

/** Delay before PostgreSQL is tried again, in milliseconds. */
const databaseDelayMs = 2_000;

/** Delay before the second recovery, in milliseconds: longer than a statement can run after its connection is lost. */
const lostStatementMs = 30_000;

type Options<Owner> = {
  /** Releases the rows that are reserved for this worker without its knowledge. */
  releaseUnknown: () => Promise<unknown>;
  wake: (owner: Owner) => void;
  /** Adds a promise for which shutdown waits. */
  track: (work: Promise<void>) => void;
  /** Called at the first failure after a recovery, to log it. */
  onFailure: (error: unknown) => void;
};

/**
 * Recovers a dispatcher after a failure of PostgreSQL. A statement whose response was lost may nevertheless have reserved
 * rows. The recovery releases rows that are reserved for this worker without its knowledge, and wakes up the owners whose
 * statements failed. It runs soon after the failure, and again when no such statement can still be running.
 */
export function createReservationRecovery<Owner>({
  releaseUnknown,
  wake,
  track,
  onFailure,
}: Options<Owner>) {
  /** The owners whose statements failed, by id. */
  const failed = new Map<string, Owner>();
  /** Whether a statement has failed since the last recovery began, so that the next recovery must be repeated. */
  let mustRepeat = false;
  let next: { at: number; timer: NodeJS.Timeout } | null = null;
  let stopped = false;

  /** Keeps only the earliest timer, so that repeated failures neither add timers nor postpone the recovery. */
  function recoverIn(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (stopped || (next && next.at <= at)) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = null;
      track(recover());
    }, delayMs);
    next = { at, timer: timer.unref() };
  }

  async function recover(): Promise<void> {
    const isRepeated = mustRepeat;
    mustRepeat = false;
    try {
      await releaseUnknown();
    } catch (error) {
      logger.debug({ error }, 'PostgreSQL is still unavailable');
      mustRepeat ||= isRepeated;
      recoverIn(databaseDelayMs);
      return;
    }
    if (isRepeated) recoverIn(lostStatementMs);
    const owners = [...failed.values()];
    failed.clear();
    for (const owner of owners) wake(owner);
  }

  return {
    soon: () => recoverIn(databaseDelayMs),
    /** Called when a statement for the owner failed. */
    failed(id: string, owner: Owner, error: unknown): void {
      if (failed.size === 0) onFailure(error);
      failed.set(id, owner);
      mustRepeat = true;
      recoverIn(databaseDelayMs);
    },
    stop(): void {
      stopped = true;
      clearTimeout(next?.timer);
    },
  };
}
