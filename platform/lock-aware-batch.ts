import { type BatchOptions, createBatch } from './batch.ts';
import { isLockTimeout } from './database-errors.ts';
import { ofInstance } from './instance.ts';
import { createFairBudget, NotDone } from './limits/fair-budget.ts';

/** How long a flush of several groups waits for a lock, in milliseconds: longer than others' commits take. */
const sharedLockWaitMs = 250;

/** Lock wait of the remaining parts of such a flush after it has timed out. */
const partLockWaitMs = 25;

/** Many parts may wait for locks, because that takes little time. Slow parts delay callers. */
const maxTimeouts = { slow: 3, locked: 50 };

/** Lock wait of the separate flush of a locked group, and how long such a flush may queue, in milliseconds. */
const ownLockWaitMs = 4_000;
const maxTurnMs = 8_000;

/** How long a group stays separate after its locks were not free, in milliseconds. */
const apartMs = 10_000;

/** At most three separate flushes run at once in an instance: each holds a connection while it waits. */
const inTurn = ofInstance(() =>
  createFairBudget({
    ...{ perCaller: 1, total: 3, maxWaitMs: maxTurnMs },
    maxWaiting: { perCaller: 10, total: 10_000 },
  }),
);

type Options<In> = BatchOptions<In> & {
  groupOf: (item: In) => string;
  /**
   * Tells which of these groups another session has locked. If it finds none, a waiting flush is split until the locked
   * groups are known.
   */
  findLocked: (groups: string[]) => Promise<Set<string>>;
};

/** The outcome of an item in a shared flush: its result, or why its group has to wait. */
type Shared<Out> = { result: Out } | { waitsFor: unknown };

/** A group that waits for a lock, with the number of its items that are waiting or have timed out. */
type WaitingGroup<In, Out> = { count: number; add: (item: In) => Promise<Out> };

/**
 * A batch (`createBatch`) in which a group, such as an account, does not hold up the others while another session has locked
 * its rows. A shared flush waits a quarter of a second for a lock, and then continues without the locked groups. A locked
 * group gets separate flushes; later items of the group join them while some are waiting, and for ten seconds after a
 * timeout.
 *
 * @param flush must give `lockWaitMs` to PostgreSQL as its `lock_timeout`
 * @returns rejects with an error that is `isLockTimeout` when a group's locks are not free for seconds
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

  /** Flushes an item together with other groups; after a split, the waiting parts are rejected. */
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
