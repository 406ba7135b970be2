import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ofInstance } from './instance.ts';

type Reads = {
  /** `performance.now()` when the work began. */
  since: number;
  /** Whether the work accepts only values read since `since`. */
  onlyNew: boolean;
  /**
   * Cached values that were read before `since`, with a function for each that reloads the value and returns whether it has
   * changed.
   */
  older: Map<unknown, () => Promise<boolean>>;
};

const current = new AsyncLocalStorage<Reads>();

const begin = (onlyNew: boolean): Reads => ({
  ...{ since: performance.now(), onlyNew, older: new Map() },
});

/** Runs work, and records the cached values that the work reads, so that `confirmRefusal` can read these values again. */
export const rememberReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(false), work);

/**
 * Runs work with values that are read from now on, not earlier. Use it for rare calls, and for work that refuses some of its
 * items without failing as a whole.
 */
export const withNewReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(true), work);

/** Whether the current work may use only values read since it began. */
export const needsNewReads = (): boolean => current.getStore()?.onlyNew === true;

/** Records that the current work has used an outdated value. */
export function rememberOldRead(what: object): void {
  current.getStore()?.older.set(what, async () => true);
}

/**
 * Runs work. If the work refuses, and has used values that were cached before it began, these values are read again. If
 * one of them has changed, the work runs again. So an outdated cache never causes a refusal, and a success costs
 * nothing extra.
 *
 * @param work must not have changed anything if it refuses; `isAgain` is true in the second run
 */
export async function confirmRefusal<T>(
  work: (isAgain: boolean) => Promise<T>,
  isRefusal: (outcome: PromiseSettledResult<T>) => boolean,
): Promise<T> {
  if (!current.getStore()) return rememberReads(() => confirmRefusal(work, isRefusal));
  const [outcome] = await Promise.allSettled([work(false)]);
  if (isRefusal(outcome) && (await hasChanged())) return work(true);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function hasChanged(): Promise<boolean> {
  const reads = current.getStore();
  if (!reads) return false;
  const again = [...reads.older.values()];
  reads.older.clear();
  reads.onlyNew = true;
  const changes = await Promise.all(again.map((readAgain) => readAgain()));
  return changes.includes(true);
}

type CacheOptions = {
  /** Maximum age of a value, in milliseconds. A change takes effect everywhere within this time. */
  ttlMs: number;
  /** Maximum number of entries. A full cache is cleared, which does little harm, because entries only live for `ttlMs`. */
  max: number;
};

/**
 * Minimum time between two reads of the same key that refusals cause, in milliseconds. A caller that is refused again
 * and again waits for the next read, so it causes no additional queries.
 */
const newReadEveryMs = 20;

type Entry<Value> = { value: Promise<Value>; began: number };

/**
 * Caches the results of `load` for `ttlMs` milliseconds, so that a busy caller costs one query per `ttlMs`, not one per
 * request. Each instance has its own cache. Parallel calls share one load, and failures are not cached. A cached value alone
 * must not cause a refusal: see `confirmRefusal`.
 */
export const createTtlCache = <Value>(load: Load<Value>, options: CacheOptions): Load<Value> =>
  ofInstance(() => openTtlCache(load, options));

type Load<Value> = (key: string) => Promise<Value>;

function openTtlCache<Value>(load: Load<Value>, { ttlMs, max }: CacheOptions): Load<Value> {
  const entries = new Map<string, Entry<Value>>();
  /** The reads that are about to begin, by key. All waiting callers share them. */
  const planned = new Map<string, Promise<Value>>();

  function read(key: string): Promise<Value> {
    if (entries.size >= max) entries.clear();
    const began = performance.now();
    const entry = { value: load(key), began };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  }

  function readSince(key: string, since: number): Promise<Value> {
    const known = entries.get(key);
    if (!known) return read(key);
    if (known.began >= since) return known.value;
    const next = planned.get(key) ?? readAfter(known, key);
    planned.set(key, next);
    return next;
  }

  /** Reads a key again when its previous read has ended, so that refusals use at most one connection per key. */
  async function readAfter(last: Entry<Value>, key: string): Promise<Value> {
    await last.value.catch(() => undefined);
    await pause(Math.max(0, last.began + newReadEveryMs - performance.now()));
    planned.delete(key);
    return read(key);
  }

  return (key) => {
    const reads = current.getStore();
    if (reads?.onlyNew) return readSince(key, reads.since);
    const known = entries.get(key);
    if (!known || known.began + ttlMs <= performance.now()) return read(key);
    if (reads && known.began < reads.since) {
      reads.older.set(known, async () => {
        const [before, now] = await Promise.all([known.value, readSince(key, reads.since)]);
        return !isDeepStrictEqual(before, now);
      });
    }
    return known.value;
  };
}
