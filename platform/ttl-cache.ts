type Entry<Value> = { value: Promise<Value>; until: number };

type CacheOptions = {
  /** How old an answer may be; a change is seen everywhere within this time. */
  ttlMs: number;
  /** Entries kept; when full, all are dropped, as each is soon loaded again. */
  max: number;
};

/**
 * Remembers what `load` answered for a moment, so that a busy caller costs one query in `ttlMs`
 * and not one a request. Those who ask while it loads share that load; failures are not kept.
 */
export function createTtlCache<Value>(
  load: (key: string) => Promise<Value>,
  { ttlMs, max }: CacheOptions,
): (key: string) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  return (key) => {
    const now = performance.now();
    const known = entries.get(key);
    if (known && known.until > now) return known.value;
    if (entries.size >= max) entries.clear();
    const value = load(key);
    entries.set(key, { value, until: now + ttlMs });
    value.catch(() => entries.delete(key));
    return value;
  };
}
