import type { Order, Payment, Refund } from './entities.ts';
import { nowInSeconds } from './make-id.ts';

export type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.processed'
  | 'refund.failed';

/** A webhook's event with its body. */
export type WebhookEvent = {
  event: EventName;
  orderId: string;
  paymentId: string;
  /** JSON as of the time of the event. */
  body: string;
};

type About = { payment: Payment; order?: Order; refund?: Refund };

/** Razorpay's order of entities in an event: razorpay.com/docs/webhooks. */
const order = ['refund', 'payment', 'order'] as const;

/** Builds an event with the current state of its entities. */
export function makeEvent(event: EventName, about: About): WebhookEvent {
  const contains = order.filter((name) => about[name] !== undefined);
  const payload = Object.fromEntries(contains.map((name) => [name, { entity: about[name] }]));
  const body = {
    entity: 'event',
    account_id: 'acc_DakiyaSandbox1',
    event,
    contains,
    payload,
    created_at: nowInSeconds(),
  };
  return {
    event,
    orderId: about.payment.order_id,
    paymentId: about.payment.id,
    body: JSON.stringify(body),
  };
}
