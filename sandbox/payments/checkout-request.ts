import { z } from 'zod';
import type { Order } from './entities.ts';
import { find } from './ledger.ts';
import type { Payments } from './payments.ts';
import { ProviderError } from './provider-error.ts';

const text = z.string().trim().max(500).default('');
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('');

/** Parameters of Checkout, as in razorpay.com/docs, Hosted Checkout. */
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
  /** Sandbox only: the origin of the embedding page, which receives events. */
  origin: address,
  /** Sandbox only: remaining attempts; empty for unlimited. */
  retries: z
    .string()
    .regex(/^\d{0,3}$/)
    .default(''),
});

export type CheckoutRequest = z.output<typeof schema>;

/** A valid request with its order. */
export type Checkout = { asked: CheckoutRequest; order: Order };

/**
 * Parses a request.
 *
 * @returns the request with its order, or the reason why nothing can be paid
 */
export function readCheckout(input: unknown, { options, ledger }: Payments): Checkout | string {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    return `Malformed: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}.`;
  }
  const asked = parsed.data;
  if (asked.key_id !== options.keyId) return 'The api key provided is invalid.';
  let order: Order;
  try {
    order = find(ledger.orders, asked.order_id);
  } catch (error) {
    if (error instanceof ProviderError) return `${error.message}.`;
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

/** The origin that may embed the page, if the request names one. */
export function readFrameOrigin(input: unknown): string | null {
  const parsed = z.object({ origin: z.url({ protocol: /^https?$/ }) }).safeParse(input);
  return parsed.success ? new URL(parsed.data.origin).origin : null;
}
