import type { Checkout } from './contract.ts';

/** The result of a successful checkout. */
export type CheckoutResult = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

type Dialog = {
  on(event: 'payment.failed', tell: (failed: { error?: { description?: string } }) => void): void;
  open(): void;
};

/** The class that the provider's script defines (Razorpay, Standard Checkout). */
type DialogClass = new (options: object) => Dialog;

/** Timeout for loading the script, in milliseconds. */
const loadMs = 15_000;

const loaded = () => (globalThis as { Razorpay?: DialogClass }).Razorpay;

/**
 * Loads the provider's script on the first payment.
 *
 * @throws Error if it does not load
 */
export async function loadCheckout(url: string): Promise<DialogClass> {
  const present = loaded();
  if (present) return present;
  const script = document.createElement('script');
  script.src = url;
  try {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error('the script did not load'));
      setTimeout(() => reject(new Error('the script took too long')), loadMs);
      document.head.append(script);
    });
  } catch (error) {
    // The next attempt loads it again.
    script.remove();
    throw error;
  }
  const made = loaded();
  if (!made) throw new Error('the script did not define Razorpay');
  return made;
}

type Events = {
  /** The payment succeeded. */
  paid: (paid: CheckoutResult) => void;
  /** An attempt failed. The dialog stays open for another one. */
  failed: (why: string) => void;
  /** The dialog was closed without a payment. */
  dismissed: () => void;
};

/** Opens the provider's dialog for an order. */
export function openCheckout(Razorpay: DialogClass, checkout: Checkout, events: Events): void {
  const { key, orderId, amount, currency, name, description, prefill, callbackUrl } = checkout;
  const dialog = new Razorpay({
    ...{ key, order_id: orderId, amount, currency, name, description, prefill },
    theme: { color: '#F37254' },
    // In-app browsers do not support the dialog: they redirect to the payment page, and return here.
    callback_url: callbackUrl,
    handler: events.paid,
    modal: { ondismiss: events.dismissed },
  });
  dialog.on('payment.failed', ({ error }) => events.failed(error?.description ?? ''));
  dialog.open();
}
