import { z } from 'zod';
import type { Order } from './entities.ts';
import { find } from './ledger.ts';
import type { Payments } from './payments.ts';
import { Refusal } from './refusal.ts';

const text = z.string().trim().max(500).default('');
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('');

/** What a merchant sends a browser here with; names as in razorpay.com/docs, Hosted Checkout. */
const schema = z.object({
  key_id: text,
  order_id: text,
  amount: text,
  currency: text,
  name: text,
  description: text,
  'prefill[name]': text,
  'prefill[email]': text,
  'prefill[contact]': text,
  'theme[color]': text,
  callback_url: address,
  cancel_url: address,
  /** Ours: the origin of the page that has this one in a frame, which is told what happens. */
  origin: address,
  /** Ours: how often somebody may try again; empty for any number of times. */
  retries: z
    .string()
    .regex(/^\d{0,3}$/)
    .default(''),
});

export type CheckoutRequest = z.output<typeof schema>;

/** A request that can be shown, and the order that is to be paid. */
export type Checkout = { asked: CheckoutRequest; order: Order };

/**
 * Reads what a browser was sent here with.
 *
 * @returns it with its order, or in words why nothing can be paid
 */
export function readCheckout(input: unknown, { options, books }: Payments): Checkout | string {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    return `Malformed: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}.`;
  }
  const asked = parsed.data;
  if (asked.key_id !== options.keyId) return 'The api key provided is invalid.';
  let order: Order;
  try {
    order = find(books.orders, asked.order_id);
  } catch (error) {
    if (error instanceof Refusal) return `${error.message}.`;
    throw error;
  }
  if (asked.amount !== '' && Number(asked.amount) !== order.amount) {
    return 'Your payment amount is different from your order amount.';
  }
  if (asked.currency !== '' && asked.currency !== order.currency) {
    return 'Your payment currency is different from your order currency.';
  }
  if (order.status === 'paid') return 'This order is paid already.';
  return { asked, order };
}

/** The origin of the page that a request may be shown in, if it names one. */
export function framedBy(input: unknown): string | null {
  const parsed = z.object({ origin: z.url({ protocol: /^https?$/ }) }).safeParse(input);
  return parsed.success ? new URL(parsed.data.origin).origin : null;
}
