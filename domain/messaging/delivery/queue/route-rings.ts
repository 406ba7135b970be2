import { createAccountRing } from './account-ring.ts';

type Waiting = Parameters<ReturnType<typeof createAccountRing>['add']>[0];

/**
 * The messages that wait for a slot, in a ring of accounts for each route that messages take: those of one route wait for the
 * same carriers, and never for those of another.
 *
 * @param toKey names the route of a message
 */
export function createRouteRings<T extends Waiting>(toKey: (message: T) => string) {
  const rings = new Map<string, ReturnType<typeof createAccountRing<T>>>();
  const sum = (of: (ring: ReturnType<typeof createAccountRing<T>>) => number) => {
    let total = 0;
    for (const ring of rings.values()) total += of(ring);
    return total;
  };

  function add(message: T): void {
    const key = toKey(message);
    let ring = rings.get(key);
    if (!ring) {
      ring = createAccountRing<T>();
      rings.set(key, ring);
    }
    ring.add(message);
  }

  /** Removes and returns what waits for one route. */
  function drain(key: string): T[] {
    const ring = rings.get(key);
    rings.delete(key);
    return ring?.drain() ?? [];
  }

  return {
    add,
    drain,
    /** The routes for which messages wait. */
    keys: (): string[] => [...rings.keys()],
    size: (key: string): number => rings.get(key)?.size ?? 0,
    /** Accounts that have messages; one counts for each of its routes. */
    accounts: (): number => sum((ring) => ring.accounts),
    /** How many messages of an account wait. */
    waiting: (userId: string): number => sum((ring) => ring.waiting(userId)),
    /** Removes and returns the message whose turn it is. */
    next(key: string): T | undefined {
      const ring = rings.get(key);
      const message = ring?.next();
      // Routes come and go with the rows; an account begins anew where nobody waits.
      if (ring?.size === 0) rings.delete(key);
      return message;
    },
    /** The routes have changed: each message waits for its own. */
    reroute(): void {
      for (const message of [...rings.keys()].flatMap(drain)) add(message);
    },
  };
}
