import { type BatchOptions, createBatch } from './batch.ts';
import { isLockTimeout } from './database-errors.ts';
import { ofInstance } from './instance.ts';
import { createFairBudget, NotDone } from './limits/fair-budget.ts';

/** How long a flush of several groups waits for a lock, in milliseconds: longer than others' commits take. */
const sharedLockWaitMs = 250;

/** How long the rest or each part of it does, when it has waited in vain. */
const partLockWaitMs = 25;

/** Many parts may wait for locks, as that takes little time. Callers wait for those that are slow. */
const maxTimeouts = { slow: 3, locked: 50 };

/** How long a flush of a group that was found to wait does, and how long it waits for its turn, in milliseconds. */
const ownLockWaitMs = 4_000;
const maxTurnMs = 8_000;

/** How long a group whose locks were not free stays apart from the others, in milliseconds. */
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
  /** Which of some groups another session has locked. Where it finds none, a flush that waits is split until they are known. */
  findLocked: (groups: string[]) => Promise<Set<string>>;
};

/** What a shared flush made of an item: its result, or why its group has to wait. */
type Shared<Out> = { result: Out } | { waitsFor: unknown };

/** A group that waits for a lock, and how many of its items do or have done so in vain. */
type WaitingGroup<In, Out> = { count: number; add: (item: In) => Promise<Out> };

/**
 * A batch (`createBatch`) in which a group, such as an account, does not hold up the others while another session has locked
 * its rows. A shared flush waits a quarter of a second for a lock, and then continues without the locked groups. A locked
 * group gets separate flushes; its later items join them as long as some are waiting, and for ten seconds after one has
 * waited in vain.
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

  /** In a shared flush; one that was split rejects the parts that wait. */
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
