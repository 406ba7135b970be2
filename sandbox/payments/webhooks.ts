import type { Timers } from '../smsc/timers.ts';
import { createBoundedMap } from './bounded-map.ts';
import type { FaultSettings } from './fault-settings.ts';
import type { PaymentsOptions } from './options.ts';
import { postWebhook } from './post-webhook.ts';
import { createSemaphore } from './semaphore.ts';
import { newWebhook, type Webhook } from './webhook.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Tells the merchant what happened. */
export type Webhooks = {
  /** Sends what happened together, one after the other, as the dial says. */
  tell(events: WebhookEvent[]): void;
  /** Newest first. */
  list(): Webhook[];
  /** Those that are held, oldest first. */
  held(): Webhook[];
  /** Sends what is held, or one event whatever has become of it. Ends when it was answered. */
  deliver(id?: string): Promise<void>;
  /** Where webhooks go from now on. */
  sendTo(url: string | null): void;
  /** Ends when nothing is on its way any more, retries among it; what is held is not on its way. */
  settled(): Promise<void>;
  clear(): void;
};

const mostKept = 10_000;

/** So many are sent at a time: a merchant is not to be flooded, and the time for an answer runs. */
const mostAtOnce = 16;

type WebhooksOptions = {
  options: PaymentsOptions;
  dials: FaultSettings;
  timers: Timers;
  changed(): void;
};

export function createWebhooks({ options, dials, timers, changed }: WebhooksOptions): Webhooks {
  const kept = createBoundedMap<Webhook>(mostKept);
  const atOnce = createSemaphore(mostAtOnce);
  const underWay = new Set<Promise<unknown>>();
  let url = options.webhookUrl;

  const track = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const pause = (ms: number) => new Promise<void>((resolve) => timers.later(ms, resolve));

  /** Sends once; what was refused is sent again later, while others go on. */
  async function send(webhook: Webhook): Promise<void> {
    const destination = {
      url: url ?? '',
      secret: options.webhookSecret,
      timeoutMs: options.webhookTimeoutMs,
    };
    const isTaken = url !== null && (await atOnce(() => postWebhook(webhook, destination)));
    if (isTaken) webhook.state = 'delivered';
    else if (url === null || webhook.tries >= options.webhookTries) giveUp(webhook);
    else track(pause(options.webhookRetryMs * 2 ** (webhook.tries - 1)).then(() => send(webhook)));
    changed();
  }

  function giveUp(webhook: Webhook): void {
    // Sent twice, it may have been taken the other time.
    if (webhook.state !== 'delivered') webhook.state = 'given-up';
    webhook.answer ??= 'nowhere to send it';
  }

  async function carryOut(webhook: Webhook, { behaviour, ms }: Taken): Promise<void> {
    if (behaviour === 'late') track(pause(ms).then(() => send(webhook)));
    else if (behaviour === 'twice') await Promise.all([send(webhook), send(webhook)]);
    else if (webhook.state === 'waiting') await send(webhook);
  }

  async function sendAll(webhooks: { webhook: Webhook; taken: Taken }[]): Promise<void> {
    for (const { webhook, taken } of webhooks) await carryOut(webhook, taken);
  }

  return {
    tell(events) {
      const all = events.map((event) => {
        const taken = dials.webhooks.take();
        const webhook = newWebhook(event);
        const { behaviour } = taken;
        if (behaviour === 'held' || behaviour === 'never') webhook.state = behaviour;
        kept.add(webhook);
        return { webhook, taken };
      });
      const isMoved = ({ taken }: { taken: Taken }) => taken.behaviour === 'out-of-order';
      track(sendAll([...all.filter((one) => !isMoved(one)), ...all.filter(isMoved).reverse()]));
      changed();
    },
    list: kept.list,
    held: () => kept.list().reverse().filter(isHeld),
    async deliver(id) {
      const one = id === undefined ? undefined : kept.get(id);
      const chosen = id === undefined ? kept.list().reverse().filter(isHeld) : one ? [one] : [];
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
      while (underWay.size > 0) await Promise.all(underWay);
    },
    clear: kept.clear,
  };

  async function sendEach(webhooks: Webhook[]): Promise<void> {
    for (const webhook of webhooks) await send(webhook);
  }
}

type Taken = ReturnType<FaultSettings['webhooks']['take']>;

const isHeld = ({ state }: Webhook) => state === 'held';
