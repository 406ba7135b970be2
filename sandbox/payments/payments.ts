import { createChanges } from '../changes.ts';
import { createTimers } from '../smsc/timers.ts';
import { type Attempt, attemptPayment } from './attempt-payment.ts';
import { type CheckoutResult, checkoutResult } from './checkout-result.ts';
import type { Payment } from './entities.ts';
import { createFaultSettings, type FaultSettings } from './fault-settings.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { defaultPaymentsOptions, type PaymentsOptions } from './options.ts';
import type { ProviderContext } from './provider-context.ts';
import { totalAmounts } from './total-amounts.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** A payment provider with one merchant. */
export type Payments = {
  readonly context: ProviderContext;
  readonly options: PaymentsOptions;
  readonly ledger: Ledger;
  /** Its fault settings. */
  readonly faultSettings: FaultSettings;
  readonly webhooks: Webhooks;
  /**
   * Pays an order as in Checkout, regardless of the fault setting for payments.
   *
   * @returns the result that Checkout returns to the merchant's page
   * @throws ProviderError if the order does not exist or is paid
   */
  pay(orderId: string, attempt?: Attempt): CheckoutResult;
  /**
   * Makes a payment attempt that fails.
   *
   * @throws ProviderError as `pay` does
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
  const faultSettings = createFaultSettings(changed);
  const ledger = createLedger();
  const timers = createTimers();
  const webhooks = createWebhooks({ options, faultSettings, timers, changed });
  const context: ProviderContext = {
    options,
    ledger,
    faultSettings,
    timers,
    sendWebhooks: webhooks.send,
    changed,
  };
  return {
    context,
    options,
    ledger,
    faultSettings,
    webhooks,
    pay(orderId, attempt) {
      return checkoutResult(attemptPayment(context, orderId, attempt), options.keySecret);
    },
    fail(orderId, attempt) {
      return attemptPayment(context, orderId, { ...attempt, as: 'declined' });
    },
    sums: () => totalAmounts(ledger),
    reset() {
      for (const part of [ledger.orders, ledger.payments, ledger.refunds, ledger.refundsByKey]) {
        part.clear();
      }
      webhooks.clear();
      for (const setting of Object.values(faultSettings)) setting.set('normal');
      changed();
    },
    subscribe: changes.subscribe,
    close: timers.close,
  };
}
