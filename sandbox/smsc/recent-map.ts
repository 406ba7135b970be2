/**
 * A map of bounded size, for a long-running process.
 *
 * It has two generations: when the newer one is full it replaces the older one, whose keys are dropped. The
 * newest `capacity` keys are always present, at most twice as many.
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
