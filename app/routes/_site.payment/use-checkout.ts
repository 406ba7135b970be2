import { useFetcher, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { describeReason, useWaitingForm } from '#app/connection/waiting.ts';
import type { Checkout, CheckoutReply } from './contract.ts';
import { loadCheckout, openCheckout } from './load-checkout.ts';

const notLoaded =
  'The page of our payment provider could not be loaded, and nothing was charged. Please try again.';

/** The form of the button Pay Now. */
export const payFormId = 'pay';

/**
 * Paying with JavaScript: its form makes the order, then the provider's dialog opens over the page, and
 * what that hands over is sent to be verified.
 */
export function useCheckout() {
  const { Form, data: reply, state } = useFetcher<CheckoutReply>();
  const submit = useSubmit();
  /** From the order until the dialog is closed; for good, once it was paid. */
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();
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
            setFault(why);
          },
        });
      } catch {
        // Whatever the provider's script stumbles over, its own page is another way.
        setOpen(false);
        setFault(notLoaded);
        setUnreachable(checkout);
      }
    },
    [submit],
  );

  useEffect(() => {
    if (!reply) return;
    setFault(reply.fault);
    setUnreachable(undefined);
    if (reply.checkout) void pay(reply.checkout);
  }, [reply, pay]);

  // Without an answer it may be pressed again: an order that nobody pays costs nothing.
  const waiting = useWaitingForm(payFormId);
  const busy = open || (state !== 'idle' && !waiting);
  const failed = waiting ? describeReason(waiting) : fault;
  return { form: Form, busy, fault: busy ? undefined : failed, unreachable };
}
