/**
 * Helpers for the state of all stand-ins: listeners for changes, timers, settings of behaviours, and maps of bounded
 * size.
 */

/** Notifies subscribers of changes. */
export type Changes = {
  notify(): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
};

export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Timeouts that are cancelled together when a server closes. */
export type Timers = {
  /** Calls `work` after `ms`; returns a function that cancels it. */
  later(ms: number, work: () => void): () => void;
  /** Cancels all timers, and starts no new timers. */
  close(): void;
};

/** Creates an empty set of timers. They do not keep the process alive. */
export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let closed = false;
  return {
    later(ms, work) {
      if (closed) return () => undefined;
      const timer = setTimeout(() => {
        running.delete(timer);
        work();
      }, ms);
      timer.unref();
      running.add(timer);
      return () => {
        clearTimeout(timer);
        running.delete(timer);
      };
    },
    close() {
      closed = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}

/** How a stand-in behaves next. `remaining` is the number of uses left; null means until the setting changes. */
export type BehaviourSetting<Name extends string> = {
  behaviour: Name;
  remaining: number | null;
  /** Delay of the behaviour `late`. */
  ms: number;
};

export type BehaviourSwitch<Name extends string> = {
  setting(): BehaviourSetting<Name>;
  /** Sets the behaviour for the next `count` uses, or until it is changed. */
  set(behaviour: Name, count?: number | null, ms?: number): void;
  /** Returns the setting for one use, and counts it. */
  take(): BehaviourSetting<Name>;
};

const defaultLateMs = 2_000;

/** @param changed called after each change */
export function createBehaviourSwitch<Name extends string>(
  changed: () => void,
): BehaviourSwitch<Name | 'normal'> {
  const normal: BehaviourSetting<Name | 'normal'> = {
    behaviour: 'normal',
    remaining: null,
    ms: defaultLateMs,
  };
  let current = normal;
  return {
    setting: () => current,
    set(behaviour, count = null, ms = defaultLateMs) {
      current = behaviour === 'normal' ? normal : { behaviour, remaining: count, ms };
      changed();
    },
    take() {
      const taken = current;
      if (taken.remaining !== null) {
        current = taken.remaining > 1 ? { ...taken, remaining: taken.remaining - 1 } : normal;
        changed();
      }
      return taken;
    },
  };
}

/**
 * A map of bounded size, for a long-running process.
 *
 * The map has two generations. When the newer generation is full, it replaces the older generation, whose keys are
 * dropped. So the newest `capacity` keys are always present, and the map never has more than twice as many keys.
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

  /** All values, newest key first. */
  list(): Value[] {
    return [...new Map([...this.#older, ...this.#newer]).values()].reverse();
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
  }
}
