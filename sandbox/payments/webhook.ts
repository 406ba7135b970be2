import { makeId } from './make-id.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * A webhook and its delivery state: `waiting` until a 2xx response, `held` until released, `given-up` after
 * the last attempt, `never` if its behaviour says so.
 */
export type Webhook = WebhookEvent & {
  /** The event id, the same for every attempt. */
  id: string;
  state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'never';
  tries: number;
  /** The status of the last response, or why there was none. */
  answer: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

export function newWebhook(event: WebhookEvent): Webhook {
  return { ...event, id: makeId(), state: 'waiting', tries: 0, answer: null, at: Date.now() };
}
