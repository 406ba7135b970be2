import { createAccountRing } from '#domain/shared/account-ring.ts';

/** Requests at once of a worker: in all, and to slow endpoints together. */
const most = { inAll: 100, slow: 25 };

type Place<E> = {
  /** The account and the mode. */
  userId: string;
  cost: number;
  weight: number;
  endpoint: E;
  isSlow: boolean;
};

/**
 * The places of a worker, one for each request that it may have under way. Accounts take turns for them. Slow endpoints have
 * few of their own, so that they do not take those of others.
 */
export function createPlaces<E extends object>() {
  const rings = { quick: createAccountRing<Place<E>>(), slow: createAccountRing<Place<E>>() };
  let taken = 0;
  let slow = 0;
  /** Places that were given. */
  let given = 0;
  /** The slow places in use, by endpoint: it may have become quick meanwhile. */
  const slowOf = new Map<E, number>();

  return {
    /** Whether an endpoint waits for a place. */
    areWanted: () => rings.slow.size + rings.quick.size > 0,

    /** An endpoint waits for a place, behind others of its account. */
    want(endpoint: E, userId: string, isSlow: boolean): void {
      rings[isSlow ? 'slow' : 'quick'].add({ userId, cost: 1, weight: 1, endpoint, isSlow });
    },

    /** Who gets the next place that is free: every fourth goes to slow endpoints, and what others do not want. */
    next(): Place<E> | undefined {
      if (taken >= most.inAll) return undefined;
      const isForSlow = given % (most.inAll / most.slow) === 0 || rings.quick.size === 0;
      if (isForSlow && slow < most.slow && rings.slow.size > 0) return rings.slow.next();
      return rings.quick.next();
    },

    /** The endpoint has the place until `release`. */
    take({ endpoint, isSlow }: Place<E>): void {
      taken += 1;
      given += 1;
      if (!isSlow) return;
      slow += 1;
      slowOf.set(endpoint, (slowOf.get(endpoint) ?? 0) + 1);
    },

    /** A place of the endpoint is free again. */
    release(endpoint: E): void {
      taken -= 1;
      const count = slowOf.get(endpoint) ?? 0;
      if (count === 0) return;
      slow -= 1;
      if (count === 1) slowOf.delete(endpoint);
      else slowOf.set(endpoint, count - 1);
    },
  };
}
