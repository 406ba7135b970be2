import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ofInstance } from './instance.ts';

/** The cached values that a piece of work has read. */
type Reads = {
  /** When the work began, by `performance.now()`. */
  since: number;
  /** Whether the work accepts only values that were read since then. */
  onlyNew: boolean;
  /** Functions that reload older values, and tell whether they have changed. */
  older: Map<unknown, () => Promise<boolean>>;
};

const current = new AsyncLocalStorage<Reads>();

const begin = (onlyNew: boolean): Reads => ({
  ...{ since: performance.now(), onlyNew, older: new Map() },
});

/** Runs work and records its reads of caches, so that `confirmRefusal` can confirm a refusal. */
export const rememberReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(false), work);

/** Runs work that uses only cached values read from now on. For work that refuses some of its items, and for rare calls. */
export const withNewReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(true), work);

/** Whether the running work may use only values that were read since it began. */
export const needsNewReads = (): boolean => current.getStore()?.onlyNew === true;

/** Records that the running work has used an outdated value. */
export function rememberOldRead(what: object): void {
  current.getStore()?.older.set(what, async () => true);
}

/**
 * Runs work. If it is refused after it has used values that were cached before it began, these are read again; if one has
 * changed, the work runs again. So an outdated cache never causes a refusal, and a success costs nothing.
 *
 * @param work must not have changed anything if it is refused; `isAgain` is true for the second run
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
  /** Maximum age of a value, in milliseconds: a change takes effect everywhere within this time. */
  ttlMs: number;
  /** Maximum number of entries; when full, the cache is cleared, because values are soon loaded again. */
  max: number;
};

/**
 * Minimum time between two reads of one key for refusals, in milliseconds. A caller with constant refusals waits for the
 * next read and causes no additional queries.
 */
const newReadEveryMs = 20;

type Entry<Value> = { value: Promise<Value>; began: number };

/**
 * Caches the results of `load` for `ttlMs`, so that a busy caller costs one query per `ttlMs`
 * instead of one per request. Each instance has its own cache. Parallel calls share one load; failures are not cached. A
 * cached value must not be the reason for a refusal: see `confirmRefusal`.
 */
export const createTtlCache = <Value>(load: Load<Value>, options: CacheOptions): Load<Value> =>
  ofInstance(() => openTtlCache(load, options));

type Load<Value> = (key: string) => Promise<Value>;

function openTtlCache<Value>(load: Load<Value>, { ttlMs, max }: CacheOptions): Load<Value> {
  const entries = new Map<string, Entry<Value>>();
  /** Pending reads, which all waiting callers share. */
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

  /** Reads after the previous read has ended, so that a key never uses more than one connection for refusals. */
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
