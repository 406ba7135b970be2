import { z } from 'zod';

/** An order of the provider's, and all that its checkout is told. */
export type Checkout = {
  /** Of the checkout's script. */
  scriptUrl: string;
  /** Where a form leads to the provider's own page. */
  hostedUrl: string;
  /** Who is paid, as the provider knows them. */
  key: string;
  /** At the provider. */
  orderId: string;
  /** Here. */
  receiptId: string;
  /** In paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  callbackUrl: string;
  cancelUrl: string;
};

/** What Pay Now is answered. */
export type CheckoutReply =
  | { checkout: Checkout; fault?: never }
  | { checkout?: never; fault: string };

/** What the page says that the plan costs, so that nobody pays another amount than they saw. */
export const orderForm = z.object({ amount: z.coerce.number() });
