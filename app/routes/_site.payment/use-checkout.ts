import { useFetcher, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { describeReason, useWaitingForm } from '#app/connection/waiting.ts';
import type { Checkout, CheckoutReply } from './contract.ts';
import { loadCheckout, openCheckout } from './load-checkout.ts';

const notLoaded =
  'Razorpay’s payment page could not be loaded, and nothing was charged. Please try again.';

/** Id of the form with the Pay Now button. */
export const payFormId = 'pay';

/**
 * Payment with JavaScript: the form creates the order, the provider's dialog opens over the page, and its
 * result is submitted for verification.
 */
export function useCheckout() {
  const { Form, data: reply, state } = useFetcher<CheckoutReply>();
  const submit = useSubmit();
  /** True from the order until the dialog is closed; stays true after a payment. */
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [unreachable, setUnreachable] = useState<Checkout>();

  const pay = useCallback(
    async (checkout: Checkout) => {
      setOpen(true);
      let why: string | undefined;
      try {
        openCheckout(await loadCheckout(checkout.scriptUrl), checkout, {
          paid: (paid) => {
            submit({ intent: 'verify', order: checkout.receiptId, ...paid }, { method: 'post' });
          },
          failed: (words) => {
            why = `Payment failed. ${words}`;
          },
          dismissed: () => {
            setOpen(false);
            setError(why);
          },
        });
      } catch {
        // If the provider's script fails for any reason, its hosted page still works.
        setOpen(false);
        setError(notLoaded);
        setUnreachable(checkout);
      }
    },
    [submit],
  );

  useEffect(() => {
    if (!reply) return;
    setError(reply.error);
    setUnreachable(undefined);
    if (reply.checkout) void pay(reply.checkout);
  }, [reply, pay]);

  // Without a response the button may be clicked again: an unpaid order costs nothing.
  const waiting = useWaitingForm(payFormId);
  const busy = open || (state !== 'idle' && !waiting);
  const failed = waiting ? describeReason(waiting) : error;
  return { form: Form, busy, error: busy ? undefined : failed, unreachable };
}
