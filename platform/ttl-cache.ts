type Entry<Value> = { value: Promise<Value>; until: number };

type CacheOptions = {
  /** Maximum age of a value, in milliseconds: a change takes effect everywhere within this time. */
  ttlMs: number;
  /**
   * Maximum number of entries; when full, the cache is cleared, as values are soon loaded again.
   */
  max: number;
};

/**
 * Caches the results of `load` for `ttlMs`, so that a busy caller costs one query per `ttlMs`
 * instead of one per request. Parallel calls share one load; failures are not cached.
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
