import { RecentMap, type Timers } from '../state.ts';
import { makeId, nowInSeconds, type Order, type Payment, type Refund, sign } from './entities.ts';
import type { FaultSettings, PaymentsOptions } from './settings.ts';

type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.processed'
  | 'refund.failed';

export type WebhookEvent = {
  event: EventName;
  orderId: string;
  paymentId: string;
  /** The JSON body, with the state at the time of the event. */
  body: string;
};

type About = { payment: Payment; order?: Order; refund?: Refund };

/** Razorpay's order of entities in an event: razorpay.com/docs/webhooks. */
const entityOrder = ['refund', 'payment', 'order'] as const;

/** Builds an event with the current state of its entities. */
export function makeEvent(event: EventName, about: About): WebhookEvent {
  const contains = entityOrder.filter((name) => about[name] !== undefined);
  const payload = Object.fromEntries(contains.map((name) => [name, { entity: about[name] }]));
  const body = {
    entity: 'event',
    account_id: 'acc_DakiyaSandbox1',
    event,
    contains,
    payload,
    created_at: nowInSeconds(),
  };
  const { order_id: orderId, id: paymentId } = about.payment;
  return { event, orderId, paymentId, body: JSON.stringify(body) };
}

/**
 * A webhook with its delivery state: `waiting` before a 2xx response, `held` until released, `given-up` after the last
 * failed attempt, or `never` if the fault setting suppresses it.
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

const maxStored = 10_000;

/** Maximum number of concurrent webhooks. More would flood a merchant that does not respond in time. */
const maxParallel = 16;

type Dependencies = {
  options: PaymentsOptions;
  faultSettings: FaultSettings;
  timers: Timers;
  changed: () => void;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Creates the webhooks to the merchant. */
export function createWebhooks({ options, faultSettings, timers, changed }: Dependencies) {
  const stored = new RecentMap<string, Webhook>(maxStored);
  const inFlight = new Set<Promise<unknown>>();
  const withSlot = createSemaphore(maxParallel);
  let url = options.webhookUrl;

  const track = (work: Promise<unknown>) => {
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  };
  const pause = (ms: number) => new Promise<void>((resolve) => timers.later(ms, resolve));
  const held = () =>
    stored
      .list()
      .reverse()
      .filter(({ state }) => state === 'held');

  /** Sends a webhook once. If it fails, schedules a retry, which does not delay other webhooks. */
  async function send(webhook: Webhook): Promise<void> {
    const to = url;
    const isDelivered = to !== null && (await withSlot(() => postWebhook(webhook, to, options)));
    if (isDelivered) {
      webhook.state = 'delivered';
    } else if (url !== null && webhook.tries < options.webhookTries) {
      track(pause(options.webhookRetryMs * 2 ** (webhook.tries - 1)).then(() => send(webhook)));
    } else {
      // A webhook may be sent twice, and the other copy may have been delivered.
      if (webhook.state !== 'delivered') webhook.state = 'given-up';
      webhook.answer ??= 'nowhere to send it';
    }
    changed();
  }

  async function sendAll(
    events: { webhook: Webhook; behaviour: string; ms: number }[],
  ): Promise<void> {
    for (const { webhook, behaviour, ms } of events) {
      if (behaviour === 'late') track(pause(ms).then(() => send(webhook)));
      else if (behaviour === 'twice') await Promise.all([send(webhook), send(webhook)]);
      else if (webhook.state === 'waiting') await send(webhook);
    }
  }

  return {
    /** Sends the events of one change one after another, as the fault setting says. */
    send(events: WebhookEvent[]): void {
      const all = events.map((event) => {
        const { behaviour, ms } = faultSettings.webhooks.take();
        const state = behaviour === 'held' || behaviour === 'never' ? behaviour : 'waiting';
        const id = makeId();
        const webhook: Webhook = { ...event, id, state, tries: 0, answer: null, at: Date.now() };
        stored.set(id, webhook);
        return { webhook, behaviour, ms };
      });
      const outOfOrder = all.filter(({ behaviour }) => behaviour === 'out-of-order');
      const inOrder = all.filter((one) => !outOfOrder.includes(one));
      track(sendAll([...inOrder, ...outOfOrder.reverse()]));
      changed();
    },
    /** Newest first. */
    list: () => stored.list(),
    /** Held webhooks, oldest first. */
    held,
    /** Sends all held webhooks, or one webhook in any state. Resolves after the responses. */
    async deliver(id?: string): Promise<void> {
      const chosen =
        id === undefined ? held() : [stored.get(id)].filter((one) => one !== undefined);
      for (const webhook of chosen) {
        if (webhook.state === 'held' || webhook.state === 'never') webhook.state = 'waiting';
      }
      const work = (async () => {
        for (const webhook of chosen) await send(webhook);
      })();
      track(work);
      await work;
    },
    /** Sets the destination of further webhooks. */
    sendTo(next: string | null): void {
      url = next;
    },
    /** Resolves when no webhook is in flight or waiting for a retry. Held webhooks do not count. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    clear: () => stored.clear(),
  };
}

/**
 * Sends a webhook once and records the response.
 *
 * @returns whether the response was 2xx
 */
async function postWebhook(
  webhook: Webhook,
  url: string,
  { webhookSecret, webhookTimeoutMs }: PaymentsOptions,
): Promise<boolean> {
  webhook.tries += 1;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(webhookTimeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': webhook.id,
        'x-razorpay-signature': sign(webhookSecret, webhook.body),
      },
      body: webhook.body,
    });
    // Reads the whole body, so that the connection can be reused.
    await response.arrayBuffer();
    webhook.answer = String(response.status);
    return response.ok;
  } catch (error) {
    // fetch reports connection errors as a TypeError, and timeouts as a DOMException.
    if (error instanceof TypeError) webhook.answer = 'no connection';
    else if (error instanceof DOMException) webhook.answer = 'no answer in time';
    else throw error;
    return false;
  }
}

/** Limits parallel work. Waiting work runs in the order of arrival. */
function createSemaphore(slots: number) {
  const waiting: (() => void)[] = [];
  let free = slots;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot goes to the work that has waited longest.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
