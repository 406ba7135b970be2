import { makeId } from './make-id.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * An event on its way to the merchant: `waiting` until it was answered with 2xx, `held` until it is
 * released, `given-up` after the last try; `never` sent because it was told so.
 */
export type Webhook = WebhookEvent & {
  /** The event id, which stays the same however often it is sent. */
  id: string;
  state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'never';
  tries: number;
  /** The status of the last answer, or why there was none. */
  answer: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

export function newWebhook(event: WebhookEvent): Webhook {
  return { ...event, id: makeId(), state: 'waiting', tries: 0, answer: null, at: Date.now() };
}
