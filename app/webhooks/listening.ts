import { type ListenedEvent, maxShown } from '#domain/webhooks/listening/contract.browser.ts';

/** Limits of one web process on pages that listen: per user, per network and in total. */
export const listenLimits = { perUser: 2, perNetwork: 10, inAll: 100 };

/** What a stream sends: events, some of which the page may have already, and at last that listening is over. */
export type StreamedEvents = { events: ListenedEvent[]; isOver?: true };

/** Puts two lists of events together: each once, the newest first, and of too many the newest. */
export function mergeEvents(
  one: ListenedEvent[],
  other: ListenedEvent[],
  most = maxShown,
): ListenedEvent[] {
  const byId = new Map([...one, ...other].map((event) => [event._id, event]));
  // Ids begin with the time.
  return [...byId.values()].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, most);
}
