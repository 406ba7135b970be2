import type { TrackedMessage } from '#app/console/following/contract.ts';
import type { Wanted } from '#domain/messaging/messages/read-followed.server.ts';
import { logger } from '#platform/logger.ts';

type Options = {
  /** How many a user, a network and all users together may have open. */
  perUser: number;
  perNetwork: number;
  inAll: number;
  /** Between two looks, in milliseconds. */
  everyMs: number;
  /** Reads all of them at once; null for what its session may not see any more. */
  look: (list: Wanted[]) => Promise<(TrackedMessage | null)[]>;
};

/** Is told after each look; with null, nothing more will come. */
type Listener = (message: TrackedMessage | null) => void;

/** One of the places that are to be had. */
export type Place = {
  /** Begins to look. */
  follow: (wanted: Wanted, listener: Listener) => void;
  /** Gives the place back. */
  leave: () => void;
};

/**
 * The streams of this process that follow a message. All of them cost one statement at a time, however many
 * they are. A user takes no more places than `perUser`, and one network, with however many accounts, no more than
 * `perNetwork`.
 */
export function createFollowers({ perUser, perNetwork, inAll, everyMs, look }: Options) {
  const users = new Map<string, number>();
  const networks = new Map<string, number>();
  const following = new Map<Place, { wanted: Wanted; listener: Listener }>();
  let total = 0;
  let looking = false;

  function lookLater(): void {
    if (looking || following.size === 0) return;
    looking = true;
    setTimeout(() => {
      void lookOnce().finally(() => {
        looking = false;
        lookLater();
      });
    }, everyMs);
  }

  async function lookOnce(): Promise<void> {
    const asked = [...following];
    if (asked.length === 0) return;
    const found = await look(asked.map(([, { wanted }]) => wanted)).catch((error) => {
      logger.error(
        { error, streams: asked.length },
        'could not read the messages that are followed',
      );
      return [];
    });
    asked.forEach(([place, { listener }], index) => {
      if (following.has(place)) listener(found[index] ?? null);
    });
  }

  /**
   * Takes a place for a user, before anything is read for it.
   *
   * @param network where the user asks from, as limits count it
   * @returns whose places are all taken, if there is none
   */
  return function takePlace(userId: string, network: string): Place | 'user' | 'network' | 'all' {
    if ((users.get(userId) ?? 0) >= perUser) return 'user';
    if ((networks.get(network) ?? 0) >= perNetwork) return 'network';
    if (total >= inAll) return 'all';
    add(users, userId, 1);
    add(networks, network, 1);
    total += 1;
    let left = false;
    const place: Place = {
      follow(wanted, listener) {
        if (left) return;
        following.set(place, { wanted, listener });
        lookLater();
      },
      leave() {
        if (left) return;
        left = true;
        following.delete(place);
        total -= 1;
        add(users, userId, -1);
        add(networks, network, -1);
      },
    };
    return place;
  };
}

/** Nothing is kept of who has none. */
function add(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
