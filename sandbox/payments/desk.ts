import type { Timers } from '../smsc/timers.ts';
import type { Books } from './books.ts';
import type { Dials } from './dials.ts';
import type { PaymentsOptions } from './options.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** What the provider's verbs work with. */
export type Desk = {
  options: PaymentsOptions;
  books: Books;
  dials: Dials;
  timers: Timers;
  /** Tells the merchant of what happened together, by webhooks. */
  tell(events: WebhookEvent[]): void;
  /** Tells who looks on that something is not as it was. */
  changed(): void;
};
