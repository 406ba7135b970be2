import { createChanges } from '../changes.ts';
import { createTimers } from '../smsc/timers.ts';
import { type Attempt, attemptPayment } from './attempt-payment.ts';
import { type Books, createBooks } from './books.ts';
import { type CheckoutAnswer, checkoutAnswer } from './checkout-answer.ts';
import type { Desk } from './desk.ts';
import { createDials, type Dials } from './dials.ts';
import type { Payment } from './entities.ts';
import { defaultPaymentsOptions, type PaymentsOptions } from './options.ts';
import { sumUp } from './sums.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** A payment provider of one merchant. */
export type Payments = {
  readonly desk: Desk;
  readonly options: PaymentsOptions;
  readonly books: Books;
  /** What it does next. */
  readonly dials: Dials;
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
  sums(): ReturnType<typeof sumUp>;
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
  const dials = createDials(changed);
  const books = createBooks();
  const timers = createTimers();
  const webhooks = createWebhooks({ options, dials, timers, changed });
  const desk: Desk = { options, books, dials, timers, tell: webhooks.tell, changed };
  return {
    desk,
    options,
    books,
    dials,
    webhooks,
    pay(orderId, attempt) {
      return checkoutAnswer(attemptPayment(desk, orderId, attempt), options.keySecret);
    },
    fail(orderId, attempt) {
      return attemptPayment(desk, orderId, { ...attempt, as: 'declined' });
    },
    sums: () => sumUp(books),
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
