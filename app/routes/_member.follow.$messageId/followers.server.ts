import type { TrackedMessage } from '#app/console/following/contract.ts';
import type { Wanted } from '#domain/messaging/messages/read-followed.server.ts';
import { logger } from '#platform/logger.ts';

type Options = {
  /** Maximum number of open streams per user, per network and in total. */
  perUser: number;
  perNetwork: number;
  inAll: number;
  /** Interval between two queries, in milliseconds. */
  everyMs: number;
  /** Reads all messages in one query; null for one that its session may no longer see. */
  readAll: (list: Wanted[]) => Promise<(TrackedMessage | null)[]>;
};

/** Called after each query; null means that the stream ends. */
type Listener = (message: TrackedMessage | null) => void;

/** A slot for one open stream. */
export type Slot = {
  /** Starts following a message. */
  follow: (wanted: Wanted, listener: Listener) => void;
  /** Releases the slot. */
  release: () => void;
};

/**
 * The message streams of this process. One query at a time serves all of them. A user gets at most `perUser`
 * slots, and a network, with any number of accounts, at most `perNetwork`.
 */
export function createFollowers({ perUser, perNetwork, inAll, everyMs, readAll }: Options) {
  const users = new Map<string, number>();
  const networks = new Map<string, number>();
  const following = new Map<Slot, { wanted: Wanted; listener: Listener }>();
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
      logger.error(
        { error, streams: requested.length },
        'could not read the messages that are followed',
      );
      return [];
    });
    requested.forEach(([slot, { listener }], index) => {
      if (following.has(slot)) listener(found[index] ?? null);
    });
  }

  /**
   * Acquires a slot for a user, before any query for it runs.
   *
   * @param network the client's network, as rate limits count it
   * @returns the limit that is reached, if there is no free slot
   */
  return function acquireSlot(userId: string, network: string): Slot | 'user' | 'network' | 'all' {
    if ((users.get(userId) ?? 0) >= perUser) return 'user';
    if ((networks.get(network) ?? 0) >= perNetwork) return 'network';
    if (total >= inAll) return 'all';
    addTo(users, userId, 1);
    addTo(networks, network, 1);
    total += 1;
    let released = false;
    const slot: Slot = {
      follow(wanted, listener) {
        if (released) return;
        following.set(slot, { wanted, listener });
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

/** Deletes counters that reach 0, so that the map does not grow. */
function addTo(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
