import type { Timers } from '../smsc/timers.ts';
import type { FaultSettings } from './fault-settings.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentsOptions } from './options.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Shared context of the provider's functions. */
export type ProviderContext = {
  options: PaymentsOptions;
  ledger: Ledger;
  faultSettings: FaultSettings;
  timers: Timers;
  /** Sends webhooks for events of one change. */
  sendWebhooks(events: WebhookEvent[]): void;
  /** Notifies open pages of a change. */
  changed(): void;
};
