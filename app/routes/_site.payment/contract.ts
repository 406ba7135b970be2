import { z } from 'zod';

/** An order of the provider, with the data for its checkout. */
export type Checkout = {
  /** The address of the checkout's script. */
  scriptUrl: string;
  /** The provider's hosted payment page. */
  hostedUrl: string;
  /** Our account's public key id at the provider. */
  key: string;
  /** The order's id at the provider. */
  orderId: string;
  /** The order's id in Dakiya. */
  receiptId: string;
  /** The amount in paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  callbackUrl: string;
  cancelUrl: string;
};

/** The reply to Pay Now. */
export type CheckoutReply =
  | { checkout: Checkout; error?: never }
  | { checkout?: never; error: string };

/** The price that the page showed. If it has changed since, no order is created. */
export const orderForm = z.object({ amount: z.coerce.number() });
