import type { Checkout } from './contract.ts';

/** What the checkout hands over when somebody has paid. */
export type CheckoutResult = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

type Dialog = {
  on(event: 'payment.failed', tell: (failed: { error?: { description?: string } }) => void): void;
  open(): void;
};

/** The class that the provider's script leaves (Razorpay, Standard Checkout). */
type DialogClass = new (options: object) => Dialog;

/** How long the script may take, in milliseconds. */
const loadMs = 15_000;

const loaded = () => (globalThis as { Razorpay?: DialogClass }).Razorpay;

/**
 * Loads the provider's script, the first time that somebody is about to pay.
 *
 * @throws Error if it does not come
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
    // The next try asks for it anew.
    script.remove();
    throw error;
  }
  const made = loaded();
  if (!made) throw new Error('the script left nothing');
  return made;
}

type Events = {
  /** Somebody has paid. */
  paid: (paid: CheckoutResult) => void;
  /** A try failed. The dialog stays open for the next. */
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
    // Browsers within apps have no dialog: they are led away, and come back here.
    callback_url: callbackUrl,
    handler: events.paid,
    modal: { ondismiss: events.dismissed },
  });
  dialog.on('payment.failed', ({ error }) => events.failed(error?.description ?? ''));
  dialog.open();
}
