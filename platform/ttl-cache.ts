import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ofInstance } from './instance.ts';

/** What a piece of work has read from caches. */
type Reads = {
  /** When the work began, by `performance.now()`. */
  since: number;
  /** Whether it takes only values that were read since then. */
  onlyNew: boolean;
  /** Reads again what was read before that, and tells whether it has changed. */
  older: Map<unknown, () => Promise<boolean>>;
};

const current = new AsyncLocalStorage<Reads>();

const begin = (onlyNew: boolean): Reads => ({
  ...{ since: performance.now(), onlyNew, older: new Map() },
});

/** Runs work whose refusals `confirmRefusal` may confirm: what it reads from caches from here on is remembered. */
export const rememberReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(false), work);

/**
 * Runs work for which no value of a cache is older than now. For what refuses a part of what it is given, and for what is
 * asked seldom.
 */
export const withNewReads = <T>(work: () => Promise<T>): Promise<T> =>
  current.run(begin(true), work);

/** Whether the work that runs may use only what is read since it began. */
export const needsNewReads = (): boolean => current.getStore()?.onlyNew === true;

/** Remembers that the work that runs has used something that is known to be out of date. */
export function rememberOldRead(what: object): void {
  current.getStore()?.older.set(what, async () => true);
}

/**
 * Carries out work. If it is refused after it has used values that were in caches before it began, they are read again; and
 * if one has changed, the work is carried out once more. So no refusal is decided by a cache, and a success costs nothing.
 *
 * @param work must not have changed anything if it is refused; it is told whether it is carried out once more
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
  /**
   * Maximum number of entries; when full, the cache is cleared, as values are soon loaded again.
   */
  max: number;
};

/**
 * How far apart new values of one key are read for refusals, in milliseconds. A caller who is refused all the time causes
 * no more queries, and waits for the next one.
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
  /** New values that are about to be read, for all who wait for one. */
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

  /** Reads after the last read is over, so that a key never holds more than one connection for refusals. */
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
