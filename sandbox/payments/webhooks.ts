import type { Timers } from '../smsc/timers.ts';
import { createBoundedMap } from './bounded-map.ts';
import type { FaultSettings } from './fault-settings.ts';
import type { PaymentsOptions } from './options.ts';
import { postWebhook } from './post-webhook.ts';
import { createSemaphore } from './semaphore.ts';
import { newWebhook, type Webhook } from './webhook.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Webhooks to the merchant. */
export type Webhooks = {
  /** Sends the events of one change one after another, as the fault setting says. */
  send(events: WebhookEvent[]): void;
  /** Newest first. */
  list(): Webhook[];
  /** Held webhooks, oldest first. */
  held(): Webhook[];
  /** Sends all held webhooks, or one event in any state. Resolves after the responses. */
  deliver(id?: string): Promise<void>;
  /** Sets the destination of further webhooks. */
  sendTo(url: string | null): void;
  /** Resolves when nothing is in flight or waiting for a retry; held webhooks do not count. */
  settled(): Promise<void>;
  clear(): void;
};

const maxStored = 10_000;

/** Parallel webhooks: more would flood the merchant while the response timeout runs. */
const maxParallel = 16;

type WebhooksOptions = {
  options: PaymentsOptions;
  faultSettings: FaultSettings;
  timers: Timers;
  changed(): void;
};

export function createWebhooks({
  options,
  faultSettings,
  timers,
  changed,
}: WebhooksOptions): Webhooks {
  const stored = createBoundedMap<Webhook>(maxStored);
  const semaphore = createSemaphore(maxParallel);
  const inFlight = new Set<Promise<unknown>>();
  let url = options.webhookUrl;

  const track = (work: Promise<unknown>) => {
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  };
  const pause = (ms: number) => new Promise<void>((resolve) => timers.later(ms, resolve));

  /** Sends once; a failure schedules a retry without blocking others. */
  async function send(webhook: Webhook): Promise<void> {
    const destination = {
      url: url ?? '',
      secret: options.webhookSecret,
      timeoutMs: options.webhookTimeoutMs,
    };
    const isDelivered = url !== null && (await semaphore(() => postWebhook(webhook, destination)));
    if (isDelivered) webhook.state = 'delivered';
    else if (url === null || webhook.tries >= options.webhookTries) giveUp(webhook);
    else track(pause(options.webhookRetryMs * 2 ** (webhook.tries - 1)).then(() => send(webhook)));
    changed();
  }

  function giveUp(webhook: Webhook): void {
    // The other copy of a webhook sent twice may have been delivered.
    if (webhook.state !== 'delivered') webhook.state = 'given-up';
    webhook.answer ??= 'nowhere to send it';
  }

  async function applyFault(webhook: Webhook, { behaviour, ms }: WebhookFault): Promise<void> {
    if (behaviour === 'late') track(pause(ms).then(() => send(webhook)));
    else if (behaviour === 'twice') await Promise.all([send(webhook), send(webhook)]);
    else if (webhook.state === 'waiting') await send(webhook);
  }

  async function sendAll(webhooks: { webhook: Webhook; fault: WebhookFault }[]): Promise<void> {
    for (const { webhook, fault } of webhooks) await applyFault(webhook, fault);
  }

  return {
    send(events) {
      const all = events.map((event) => {
        const fault = faultSettings.webhooks.take();
        const webhook = newWebhook(event);
        const { behaviour } = fault;
        if (behaviour === 'held' || behaviour === 'never') webhook.state = behaviour;
        stored.add(webhook);
        return { webhook, fault };
      });
      const isOutOfOrder = ({ fault }: { fault: WebhookFault }) =>
        fault.behaviour === 'out-of-order';
      track(
        sendAll([
          ...all.filter((one) => !isOutOfOrder(one)),
          ...all.filter(isOutOfOrder).reverse(),
        ]),
      );
      changed();
    },
    list: stored.list,
    held: () => stored.list().reverse().filter(isHeld),
    async deliver(id) {
      const one = id === undefined ? undefined : stored.get(id);
      const chosen = id === undefined ? stored.list().reverse().filter(isHeld) : one ? [one] : [];
      for (const webhook of chosen) {
        if (webhook.state === 'held' || webhook.state === 'never') webhook.state = 'waiting';
      }
      const work = sendEach(chosen);
      track(work);
      await work;
    },
    sendTo(next) {
      url = next;
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    clear: stored.clear,
  };

  async function sendEach(webhooks: Webhook[]): Promise<void> {
    for (const webhook of webhooks) await send(webhook);
  }
}

type WebhookFault = ReturnType<FaultSettings['webhooks']['take']>;

const isHeld = ({ state }: Webhook) => state === 'held';
