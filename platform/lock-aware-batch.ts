import { type BatchOptions, createBatch } from './batch.ts';
import { isLockTimeout } from './database-errors.ts';
import { createFairBudget, NotDone } from './fair-budget.ts';

/** How long a flush of several groups waits for a lock, in milliseconds: longer than others' commits take. */
const sharedLockWaitMs = 250;

/** How long each part of it does, when it has waited in vain and is split to find out who waits. */
const partLockWaitMs = 25;
const maxParts = 50;

/** How long a flush of a group that was found to wait does, and how long it waits for its turn, in milliseconds. */
const ownLockWaitMs = 4_000;
const maxTurnMs = 8_000;

/** Of all batches of the process, three flushes of such groups run at once: each waits with a connection of its own. */
const inTurn = createFairBudget({
  ...{ perCaller: 1, total: 3, maxWaitMs: maxTurnMs },
  maxWaiting: { perCaller: 10, total: 10_000 },
});

type Options<In> = BatchOptions<In> & { groupOf: (item: In) => string };

/** A group that waits for a lock, and how many of its items do. */
type WaitingGroup<In, Out> = { count: number; add: (item: In) => Promise<Out> };

/**
 * A batch (`createBatch`) of which a group, such as an account, whose rows somebody holds locked, does not hold up the
 * others. A shared flush waits a quarter of a second for a lock; then it is split by groups. A group that still has to
 * wait gets flushes of its own, which its later items join as long as some wait.
 *
 * @param flush must give `lockWaitMs` to PostgreSQL as its `lock_timeout`
 * @returns rejects with an error that is `isLockTimeout` when a group's locks are not free for seconds
 */
export function createLockAwareBatch<In, Out>(
  flush: (items: In[], lockWaitMs: number) => Promise<Out[]>,
  options: Options<In>,
): (item: In) => Promise<Out> {
  const shared = createBatch(
    (items: In[], isPart) => flush(items, isPart ? partLockWaitMs : sharedLockWaitMs),
    { ...options, maxTimeouts: maxParts },
  );
  const waiting = new Map<string, WaitingGroup<In, Out>>();

  function startWaiting(group: string, error: unknown): WaitingGroup<In, Out> {
    const flushInTurn = (items: In[]) =>
      inTurn(group, 1, () => flush(items, ownLockWaitMs)).catch((failure) => {
        throw failure instanceof NotDone ? error : failure;
      });
    const add = createBatch(flushInTurn, { ...options, groupOf: () => group });
    const started = { count: 0, add };
    waiting.set(group, started);
    return started;
  }

  async function waitIn(group: string, own: WaitingGroup<In, Out>, item: In): Promise<Out> {
    own.count += 1;
    try {
      return await own.add(item);
    } finally {
      own.count -= 1;
      if (own.count === 0) waiting.delete(group);
    }
  }

  return async (item) => {
    const group = options.groupOf(item);
    const own = waiting.get(group);
    if (own) return waitIn(group, own, item);
    try {
      return await shared(item);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return waitIn(group, waiting.get(group) ?? startWaiting(group, error), item);
    }
  };
}
