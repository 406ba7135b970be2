import { type BatchOptions, createBatch } from './batch.ts';
import { isLockTimeout } from './database-errors.ts';
import { ofInstance } from './instance.ts';
import { createFairBudget, NotDone } from './limits/fair-budget.ts';

/** How long a flush of several groups waits for a lock, in milliseconds. Commits of other sessions usually take less time. */
const sharedLockWaitMs = 250;

/** If a flush of several groups has timed out, each of its parts waits this long for a lock, in milliseconds. */
const partLockWaitMs = 25;

/**
 * Maximum number of timeouts. For parts that wait for locks it is high, because each waits only briefly. For slow parts it
 * is low, because they delay callers.
 */
const maxTimeouts = { slow: 3, locked: 50 };

/** How long a separate flush of a locked group waits for a lock, and how long it may queue before that, in milliseconds. */
const ownLockWaitMs = 4_000;
const maxTurnMs = 8_000;

/** How long a group's items are flushed separately after its lock timeout, in milliseconds. */
const apartMs = 10_000;

/** At most three separate flushes run at the same time in an instance, because each waiting flush holds a connection. */
const inTurn = ofInstance(() =>
  createFairBudget({
    ...{ perCaller: 1, total: 3, maxWaitMs: maxTurnMs },
    maxWaiting: { perCaller: 10, total: 10_000 },
  }),
);

type Options<In> = BatchOptions<In> & {
  groupOf: (item: In) => string;
  /**
   * Returns which of these groups another session has locked. If none are found, a flush with a lock timeout is split until
   * the locked groups are known.
   */
  findLocked: (groups: string[]) => Promise<Set<string>>;
};

/** An item's outcome in a shared flush: its result, or the lock timeout because of which its group must wait. */
type Shared<Out> = { result: Out } | { waitsFor: unknown };

/** A group that waits for a lock, and how many of its items are waiting or have timed out. */
type WaitingGroup<In, Out> = { count: number; add: (item: In) => Promise<Out> };

/**
 * Creates a batch (`createBatch`) in which a group, such as an account, does not delay others while another session locks
 * its rows. A shared flush waits a quarter of a second for a lock, and then continues without the locked groups. Their items
 * are flushed separately. Later items of a locked group are flushed separately too, as long as others of the group wait, and
 * for ten seconds after a timeout.
 *
 * @param flush must set PostgreSQL's `lock_timeout` to `lockWaitMs`
 * @returns a function that adds an item. It rejects with an error for which `isLockTimeout` is true if the group's locks do
 *   not become free within seconds
 */
export const createLockAwareBatch = <In, Out>(
  flush: Flush<In, Out>,
  options: Options<In>,
): ((item: In) => Promise<Out>) => ofInstance(() => openLockAwareBatch(flush, options));

type Flush<In, Out> = (items: In[], lockWaitMs: number) => Promise<Out[]>;

function openLockAwareBatch<In, Out>(
  flush: Flush<In, Out>,
  options: Options<In>,
): (item: In) => Promise<Out> {
  const { groupOf, findLocked } = options;
  const shared = createBatch(flushShared, { ...options, maxTimeouts });
  const waiting = new Map<string, WaitingGroup<In, Out>>();

  async function flushShared(items: In[], isPart: boolean): Promise<Shared<Out>[]> {
    try {
      const results = await flush(items, isPart ? partLockWaitMs : sharedLockWaitMs);
      return results.map((result) => ({ result }));
    } catch (error) {
      if (isPart || !isLockTimeout(error)) throw error;
      const locked = await findLocked([...new Set(items.map(groupOf))]);
      if (locked.size === 0) throw error;
      const free = items.filter((item) => !locked.has(groupOf(item)));
      const results = free.length > 0 ? await flush(free, partLockWaitMs) : [];
      const next = results.values();
      return items.map((item) =>
        locked.has(groupOf(item)) ? { waitsFor: error } : { result: next.next().value as Out },
      );
    }
  }

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
    const leave = () => {
      own.count -= 1;
      if (own.count === 0) waiting.delete(group);
    };
    own.count += 1;
    try {
      const result = await own.add(item);
      leave();
      return result;
    } catch (error) {
      if (isLockTimeout(error)) setTimeout(leave, apartMs).unref();
      else leave();
      throw error;
    }
  }

  /**
   * Flushes an item together with other groups. If the flush was split, a lock timeout of the item's part makes its group
   * wait.
   */
  const share = (item: In): Promise<Shared<Out>> =>
    shared(item).catch((error) => {
      if (isLockTimeout(error)) return { waitsFor: error };
      throw error;
    });

  return async (item) => {
    const group = groupOf(item);
    const own = waiting.get(group);
    if (own) return waitIn(group, own, item);
    const done = await share(item);
    if ('result' in done) return done.result;
    return waitIn(group, waiting.get(group) ?? startWaiting(group, done.waitsFor), item);
  };
}
