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

/** A payment provider of one merchant. */
export type Payments = {
  readonly desk: ProviderContext;
  readonly options: PaymentsOptions;
  readonly books: Ledger;
  /** What it does next. */
  readonly dials: FaultSettings;
  readonly webhooks: Webhooks;
  /**
   * Pays an order as somebody does in Checkout, whatever the dial for payments says.
   *
   * @returns what Checkout hands over to the merchant’s page, unless that is closed
   * @throws Refusal if there is no such order, or it is paid
   */
  pay(orderId: string, attempt?: Attempt): CheckoutAnswer;
  /** Tries to pay an order, in vain. @throws Refusal as `pay` does */
  fail(orderId: string, attempt?: Attempt): Payment;
  /** What came in and went out, in paise. */
  sums(): ReturnType<typeof totalAmounts>;
  /** Forgets everything, and sets every dial to normal. */
  reset(): void;
  /** Calls the listener after each change; returns how to stop it. */
  subscribe(listener: () => void): () => void;
  /** Sends nothing more. */
  close(): void;
};

/** Makes a provider that knows no order yet. It has no port: `paymentRoutes` is how it is reached. */
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
