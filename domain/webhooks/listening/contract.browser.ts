import type { EventType } from '../contract.browser.ts';

/** How long a listener runs, in minutes. */
export const listenMinutes = 30;

/** A listener ends after this many events. Workers check every few seconds, so a busy account may get slightly more. */
export const maxListened = 1_000;

/** How many of the newest events a page shows. */
export const maxShown = 50;

/** How many minutes the events of an ended listener can be read. */
export const readableMinutes = 60;

/** An account has one listener for each mode. */
export type ListenerKey = { userId: string; livemode: boolean };

/** Times are ISO 8601. */
export type Listener = {
  startedAt: string;
  endsAt: string;
  isOpen: boolean;
  /** Whether the listener has ended because it had `maxListened` events. */
  isFull: boolean;
};

export type ListenedEvent = {
  /** The id of the event, as in the header `webhook-id`. */
  _id: string;
  type: EventType;
  /** When the event happened, in ISO 8601. */
  timestamp: string;
  /** The id of the event's subject, such as a message; null for other events. */
  subject: string | null;
  /** The body that an endpoint without texts would get; null if the event's subject was deleted. */
  body: string | null;
};
