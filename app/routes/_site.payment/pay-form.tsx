import { useActionData, useFetcher, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { describeReason, useWaitingForm } from '#app/connection/waiting.ts';
import { HiddenFields } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FormErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { formatExtraTime } from '#app/payments/labels.ts';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import type { PeriodPreview } from '#domain/billing/subscriptions/contract.browser.ts';
import { formatRupees } from '#domain/shared/format.browser.ts';

/** An order of the provider, with the data for its checkout. */
export type Checkout = {
  /** The address of the checkout's script. */
  scriptUrl: string;
  /** The provider's hosted payment page. */
  hostedUrl: string;
  /** Our account's public key id at the provider. */
  key: string;
  /** The order's id at the provider. */
  orderId: string;
  /** The order's id in Dakiya. */
  receiptId: string;
  /** The amount in paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  callbackUrl: string;
  cancelUrl: string;
};

/** The reply to Pay Now. */
export type CheckoutReply =
  | { checkout: Checkout; error?: never }
  | { checkout?: never; error: string };

/** The price that the page showed. If it has changed since, no order is created. */
export const orderForm = z.object({ amount: z.coerce.number() });

type PayFormProps = {
  plan: PlanOutput;
  preview: PeriodPreview;
  /** The limits and features of the current plan that this plan does not have. */
  lost: string[];
};

/** What a month of the plan includes, and the Pay Now button. */
export function PayForm({ plan, preview, lost }: PayFormProps) {
  // The reply to a form that was submitted without JavaScript.
  const answer = useActionData<CheckoutReply>();
  const { form: CheckoutForm, busy, error, unreachable } = useCheckout();
  const message = error ?? answer?.error;
  const order = unreachable ?? answer?.checkout;
  return (
    <>
      <WhatYouGet plan={plan} preview={preview} />
      {preview.kind === 'change' ? <Lost from={preview.from} lost={lost} /> : null}
      <FormErrors errors={message ? [message] : undefined} id="payment-error" />
      {answer?.checkout ? null : (
        <CheckoutForm className="grid" data-fallback={fallbacks.pay} id={payFormId} method="post">
          <input name="amount" type="hidden" value={plan.numericPrice} />
          <button
            aria-describedby="payment-note"
            aria-disabled={busy}
            className="button-primary"
            name="intent"
            // A second click would open a second checkout.
            onClick={(event) => busy && event.preventDefault()}
            type="submit"
            value="order"
          >
            {busy ? 'Processing...' : `Pay Now · ${plan.price}`}
          </button>
        </CheckoutForm>
      )}
      {order ? <HostedForm checkout={order} quiet={!answer?.checkout} /> : null}
      <p className="text-xs text-faint" id="payment-note">
        The payment is secured by Razorpay, our payment provider. We do not store your card details.
        The payment is for one month and does not renew automatically. For refunds see{' '}
        <TextLink to={paths.refunds}>Cancellations & Refunds</TextLink>.
      </p>
    </>
  );
}

type HostedFormProps = {
  checkout: Checkout;
  /** Whether this form is an alternative to the dialog. */
  quiet: boolean;
};

/** A form that leads to the provider's payment page, without JavaScript (Razorpay, Hosted Checkout). */
function HostedForm({ checkout, quiet }: HostedFormProps) {
  const fields = {
    key_id: checkout.key,
    order_id: checkout.orderId,
    amount: String(checkout.amount),
    currency: checkout.currency,
    name: checkout.name,
    description: checkout.description,
    'prefill[name]': checkout.prefill.name,
    'prefill[email]': checkout.prefill.email,
    callback_url: checkout.callbackUrl,
    cancel_url: checkout.cancelUrl,
  };
  return (
    <form action={checkout.hostedUrl} className="grid gap-3" method="post">
      <HiddenFields fields={fields} />
      {quiet ? null : (
        <p className="text-sm" role="status">
          Your order is ready. You will pay on Razorpay’s page and then return here.
        </p>
      )}
      <button className={quiet ? 'button-quiet min-h-10' : 'button-primary'} type="submit">
        {quiet ? 'Pay on Razorpay’s page instead' : 'Continue to payment'}
      </button>
    </form>
  );
}

type WhatYouGetProps = { plan: PlanOutput; preview: PeriodPreview };

/** The period that a payment would cover now, and the credit for the current plan. */
function WhatYouGet({ plan, preview }: WhatYouGetProps) {
  return (
    <div className="grid gap-2 border-l-2 border-line pl-4 text-sm leading-relaxed">
      <p>
        <Sentences plan={plan} preview={preview} />
      </p>
      <dl className="flex flex-wrap gap-x-3">
        <dt className="text-faint">Ends on</dt>
        <dd>
          <Timestamp at={preview.endsAt} />
        </dd>
      </dl>
    </div>
  );
}

/** The limits and features that a change to a smaller plan removes. */
function Lost({ from, lost }: { from: string; lost: string[] }) {
  if (lost.length === 0) return null;
  return (
    <section
      aria-labelledby="lost"
      className="grid gap-2 rounded-md border border-waiting/50 bg-waiting/5 px-4 py-3 text-sm"
    >
      <h2 className="font-medium" id="lost">
        What you lose of {from} as soon as you pay
      </h2>
      <ul className="list-disc pl-5">
        {lost.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}

function Sentences({ plan: { name }, preview }: WhatYouGetProps) {
  const ends = <Timestamp at={preview.endsAt} />;
  if (preview.kind === 'first') return <>Your plan starts immediately and runs until {ends}.</>;
  if (preview.kind === 'renewal') {
    return (
      <>
        This renews {name}: the month that you pay for runs from <Timestamp at={preview.startsAt} />{' '}
        until {ends}. You keep the remaining days of the current month.
      </>
    );
  }
  const { from, creditPaise, creditMs, inRefundPaise } = preview;
  if (inRefundPaise > 0 && creditPaise === 0) {
    return (
      <>
        {name} replaces {from} immediately, and runs until {ends}. You have requested a refund of{' '}
        {from}: its unused part adds days, which are removed when the refund is made.
      </>
    );
  }
  if (creditPaise === 0) {
    return (
      <>
        {name} replaces {from} immediately. Nothing of {from} is left to credit; your plan then runs
        until {ends}.
      </>
    );
  }
  return (
    <>
      The unused part of {from}, {formatRupees(creditPaise)}, becomes {formatExtraTime(creditMs)} of{' '}
      {name}; your plan then runs until {ends}. The credit is the smallest of three shares: unused
      time, unused messages and unused API calls.
      {inRefundPaise > 0
        ? ' A payment whose refund you have requested also adds days, which are removed when the refund is made.'
        : null}
    </>
  );
}

const notLoaded =
  'Razorpay’s payment page could not be loaded, and nothing was charged. Please try again.';

/** Id of the form with the Pay Now button. */
const payFormId = 'pay';

/**
 * Payment with JavaScript: the form creates the order, the provider's dialog opens over the page, and its
 * result is submitted for verification.
 */
function useCheckout() {
  const { Form, data: reply, state } = useFetcher<CheckoutReply>();
  const submit = useSubmit();
  /** True from the creation of the order until the dialog is closed. It stays true after a payment. */
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

  // Without a response, the button may be clicked again, because an unpaid order costs nothing.
  const waiting = useWaitingForm(payFormId);
  const busy = open || (state !== 'idle' && !waiting);
  const failed = waiting ? describeReason(waiting) : error;
  return { form: Form, busy, error: busy ? undefined : failed, unreachable };
}

/** The result of a successful checkout. */
type CheckoutResult = {
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
async function loadCheckout(url: string): Promise<DialogClass> {
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
    // The next attempt reloads the script.
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
  /** An attempt to pay failed. The dialog stays open for another attempt. */
  failed: (why: string) => void;
  /** The dialog was closed without a payment. */
  dismissed: () => void;
};

/** Opens the provider's dialog for an order. */
function openCheckout(Razorpay: DialogClass, checkout: Checkout, events: Events): void {
  const { key, orderId, amount, currency, name, description, prefill, callbackUrl } = checkout;
  const dialog = new Razorpay({
    ...{ key, order_id: orderId, amount, currency, name, description, prefill },
    theme: { color: '#F37254' },
    // In-app browsers do not support the dialog. They open the payment page, which returns to this address.
    callback_url: callbackUrl,
    handler: events.paid,
    modal: { ondismiss: events.dismissed },
  });
  dialog.on('payment.failed', ({ error }) => events.failed(error?.description ?? ''));
  dialog.open();
}
