import { logger } from '#platform/logger.ts';

type Options<Wanted, Found> = {
  /** Maximum number of open streams per user, per network and in total. */
  perUser: number;
  perNetwork: number;
  inAll: number;
  /** Interval between two reads, in milliseconds. */
  everyMs: number;
  /**
   * Reads for all streams at once. Results have the order of `list`; null for a stream whose session may no longer see the
   * data.
   */
  readAll: (list: Wanted[]) => Promise<(Found | null)[]>;
};

/** A slot for one open stream. */
export type Slot<Wanted, Found> = {
  /**
   * Starts following.
   *
   * @param show called after each read; null means that the stream ends
   */
  follow: (wanted: Wanted, show: (found: Found | null) => void) => void;
  release: () => void;
};

/**
 * The streams of one kind in this process. One read serves all streams, and only one runs at a time. A user gets at most
 * `perUser` slots, and a network at most `perNetwork` even with many accounts.
 */
export function createFollowers<Wanted, Found>(options: Options<Wanted, Found>) {
  const { perUser, perNetwork, inAll, everyMs, readAll } = options;
  const users = new Map<string, number>();
  const networks = new Map<string, number>();
  const following = new Map<
    Slot<Wanted, Found>,
    { wanted: Wanted; show: (found: Found | null) => void }
  >();
  let total = 0;
  let isScheduled = false;

  function scheduleRead(): void {
    if (isScheduled || following.size === 0) return;
    isScheduled = true;
    setTimeout(() => {
      void readOnce().finally(() => {
        isScheduled = false;
        scheduleRead();
      });
    }, everyMs);
  }

  async function readOnce(): Promise<void> {
    const requested = [...following];
    if (requested.length === 0) return;
    const found = await readAll(requested.map(([, { wanted }]) => wanted)).catch((error) => {
      logger.error({ error, streams: requested.length }, 'could not read updates for open pages');
      return [];
    });
    requested.forEach(([slot, { show }], index) => {
      if (following.has(slot)) show(found[index] ?? null);
    });
  }

  /**
   * Acquires a slot for a user. Call this before any query for the stream.
   *
   * @param network the client's network, as rate limits count it
   * @returns the limit that is reached, if there is no free slot
   */
  return function acquireSlot(
    userId: string,
    network: string,
  ): Slot<Wanted, Found> | 'user' | 'network' | 'all' {
    if ((users.get(userId) ?? 0) >= perUser) return 'user';
    if ((networks.get(network) ?? 0) >= perNetwork) return 'network';
    if (total >= inAll) return 'all';
    addTo(users, userId, 1);
    addTo(networks, network, 1);
    total += 1;
    let released = false;
    const slot: Slot<Wanted, Found> = {
      follow(wanted, show) {
        if (released) return;
        following.set(slot, { wanted, show });
        scheduleRead();
      },
      release() {
        if (released) return;
        released = true;
        following.delete(slot);
        total -= 1;
        addTo(users, userId, -1);
        addTo(networks, network, -1);
      },
    };
    return slot;
  };
}

/** Deletes a counter that reaches 0, so that the map does not grow. */
function addTo(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
