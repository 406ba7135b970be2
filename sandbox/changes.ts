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
