import { type ListenedEvent, maxShown } from '#domain/webhooks/listening/contract.browser.ts';

/** The limits of one web process on open listening pages: per user, per network and in total. */
export const listenLimits = { perUser: 2, perNetwork: 10, inAll: 100 };

/**
 * The data of a stream: events, some of which the page may already have, and finally the end of listening.
 */
export type StreamedEvents = { events: ListenedEvent[]; isOver?: true };

/** Merges two lists of events without duplicates, newest first, and keeps only the newest events. */
export function mergeEvents(
  one: ListenedEvent[],
  other: ListenedEvent[],
  most = maxShown,
): ListenedEvent[] {
  const byId = new Map([...one, ...other].map((event) => [event._id, event]));
  // Ids begin with the time.
  return [...byId.values()].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, most);
}
