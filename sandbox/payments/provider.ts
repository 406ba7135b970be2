import { createChanges, createTimers } from '../state.ts';
import { type Payment, sign } from './entities.ts';
import { createLedger, totalAmounts } from './ledger.ts';
import { type Attempt, attemptPayment, type ProviderContext } from './operations.ts';
import { createFaultSettings, defaultOptions, type PaymentsOptions } from './settings.ts';
import { createWebhooks } from './webhooks.ts';

/** A payment provider with one merchant. */
export type Payments = ReturnType<typeof createPayments>;

/** Creates a provider without orders. It opens no port; `paymentRoutes` serves it. */
export function createPayments(given: Partial<PaymentsOptions> = {}) {
  const options = { ...defaultOptions, ...given };
  const changes = createChanges();
  const changed = changes.notify;
  const faultSettings = createFaultSettings(changed);
  const ledger = createLedger();
  const timers = createTimers();
  const webhooks = createWebhooks({ options, faultSettings, timers, changed });
  const sendWebhooks = webhooks.send;
  const context: ProviderContext = {
    ...{ options, ledger, faultSettings, timers, sendWebhooks, changed },
  };
  return {
    context,
    options,
    ledger,
    faultSettings,
    webhooks,
    /**
     * Pays an order as in Checkout, regardless of the fault setting for payments.
     *
     * @returns the result that Checkout returns to the merchant's page
     * @throws ProviderError if the order does not exist or is paid
     */
    pay: (orderId: string, attempt?: Attempt) =>
      checkoutResult(attemptPayment(context, orderId, attempt), options.keySecret),
    /**
     * Makes a payment attempt that fails.
     *
     * @throws ProviderError as `pay` does
     */
    fail: (orderId: string, attempt?: Attempt): Payment =>
      attemptPayment(context, orderId, { ...attempt, as: 'declined' }),
    /** Returns the totals in paise. */
    sums: () => totalAmounts(ledger),
    /** Deletes all data and resets all fault settings. */
    reset(): void {
      const { orders, payments, refunds, refundsByKey } = ledger;
      for (const part of [orders, payments, refunds, refundsByKey, webhooks]) part.clear();
      for (const setting of Object.values(faultSettings)) setting.set('normal');
      changed();
    },
    /** Calls the listener after each change. */
    subscribe: changes.subscribe,
    /** Stops sending webhooks. */
    close: timers.close,
  };
}

/**
 * Returns the result that Checkout gives to the merchant's page or posts to its callback URL.
 *
 * @param keySecret signs the result, so that the merchant can verify that the payment belongs to the order
 */
export const checkoutResult = ({ id, order_id }: Payment, keySecret: string) => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: sign(keySecret, `${order_id}|${id}`),
});
