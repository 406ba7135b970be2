import { logger } from '#platform/logger.ts';
import type { Lane } from '../carriers/contract.ts';
import { releaseUnknown } from './release-messages.ts';

/** Delay before PostgreSQL is tried again, in milliseconds. */
const databaseDelayMs = 2_000;

/** Longer than a statement runs on after its connection is lost, in milliseconds. */
const lostStatementMs = 30_000;

type Options = {
  lane: Lane;
  /** The messages that this worker knows to have reserved. */
  reserved: ReadonlyMap<string, number>;
  wake: (userId: string) => void;
  /** What shutdown waits for. */
  track: (work: Promise<void>) => void;
};

/**
 * After a failure of PostgreSQL, which may hide that messages were reserved, gives back those that this worker does not know of,
 * and wakes the accounts up: soon, and once more when no statement can still be running.
 */
export function createRecovery({ lane, reserved, wake, track }: Options) {
  /** Accounts of which no portion could be reserved. */
  const failed = new Set<string>();
  let next: { at: number; timer: NodeJS.Timeout } | null = null;

  /** There is one timer, the soonest: otherwise accounts that fail again and again would have ever more. */
  function recoverIn(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (next && next.at <= at) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = null;
      track(recover());
    }, delayMs);
    next = { at, timer: timer.unref() };
  }

  async function recover(): Promise<void> {
    try {
      await releaseUnknown(lane, [...reserved.keys()]);
    } catch (error) {
      logger.debug({ error, lane }, 'PostgreSQL is still unavailable');
      recoverIn(databaseDelayMs);
      return;
    }
    if (failed.size > 0) recoverIn(lostStatementMs);
    const accounts = [...failed];
    failed.clear();
    for (const userId of accounts) wake(userId);
  }

  return {
    soon: () => recoverIn(databaseDelayMs),
    /** No portion of an account could be reserved. */
    accountFailed(userId: string, error: unknown): void {
      if (failed.size === 0) logger.warn({ error, lane }, 'messages could not be reserved');
      failed.add(userId);
      recoverIn(databaseDelayMs);
    },
  };
}
