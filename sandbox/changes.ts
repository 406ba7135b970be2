/** Tells whoever listens that something is not as it was. */
export type Changes = {
  notify(): void;
  /** Listens; returns a function that ends it. */
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
