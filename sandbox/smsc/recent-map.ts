/**
 * A map that forgets, so that a process which runs for weeks stays small.
 *
 * It keeps two generations: when the newer one is full it becomes the older one, and what the
 * older one held is let go. So the newest `capacity` keys are always known, twice as many at most,
 * and no key is ever deleted one by one.
 */
export class RecentMap<Key, Value> {
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: Key): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#capacity && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
  }
}
