import { createChanges } from '../changes.ts';
import { createTimers } from '../smsc/timers.ts';
import { type Attempt, attemptPayment } from './attempt-payment.ts';
import { type CheckoutAnswer, checkoutResult } from './checkout-result.ts';
import type { Payment } from './entities.ts';
import { createFaultSettings, type FaultSettings } from './fault-settings.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { defaultPaymentsOptions, type PaymentsOptions } from './options.ts';
import type { ProviderContext } from './provider-context.ts';
import { totalAmounts } from './total-amounts.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** A payment provider with one merchant. */
export type Payments = {
  readonly desk: ProviderContext;
  readonly options: PaymentsOptions;
  readonly books: Ledger;
  /** Its fault settings. */
  readonly dials: FaultSettings;
  readonly webhooks: Webhooks;
  /**
   * Pays an order as in Checkout, regardless of the fault setting for payments.
   *
   * @returns the result that Checkout returns to the merchant's page
   * @throws Refusal if the order does not exist or is paid
   */
  pay(orderId: string, attempt?: Attempt): CheckoutAnswer;
  /**
   * Makes a payment attempt that fails.
   *
   * @throws Refusal as `pay` does
   */
  fail(orderId: string, attempt?: Attempt): Payment;
  /** Totals in paise. */
  sums(): ReturnType<typeof totalAmounts>;
  /** Deletes all data and resets all fault settings. */
  reset(): void;
  /**
   * Calls the listener after each change.
   *
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
  /** Stops sending webhooks. */
  close(): void;
};

/** Creates a provider without orders. It opens no port; `paymentRoutes` serves it. */
export function createPayments(given: Partial<PaymentsOptions> = {}): Payments {
  const options = { ...defaultPaymentsOptions, ...given };
  const changes = createChanges();
  const changed = changes.notify;
  const dials = createFaultSettings(changed);
  const books = createLedger();
  const timers = createTimers();
  const webhooks = createWebhooks({ options, dials, timers, changed });
  const desk: ProviderContext = { options, books, dials, timers, tell: webhooks.tell, changed };
  return {
    desk,
    options,
    books,
    dials,
    webhooks,
    pay(orderId, attempt) {
      return checkoutResult(attemptPayment(desk, orderId, attempt), options.keySecret);
    },
    fail(orderId, attempt) {
      return attemptPayment(desk, orderId, { ...attempt, as: 'declined' });
    },
    sums: () => totalAmounts(books),
    reset() {
      for (const part of [books.orders, books.payments, books.refunds, books.refundsByKey]) {
        part.clear();
      }
      webhooks.clear();
      for (const dial of Object.values(dials)) dial.set('normal');
      changed();
    },
    subscribe: changes.subscribe,
    close: timers.close,
  };
}
