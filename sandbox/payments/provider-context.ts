import type { Timers } from '../smsc/timers.ts';
import type { FaultSettings } from './fault-settings.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentsOptions } from './options.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** What the provider's verbs work with. */
export type ProviderContext = {
  options: PaymentsOptions;
  books: Ledger;
  dials: FaultSettings;
  timers: Timers;
  /** Tells the merchant of what happened together, by webhooks. */
  tell(events: WebhookEvent[]): void;
  /** Tells who looks on that something is not as it was. */
  changed(): void;
};
