import { Link, useActionData } from '@remix-run/react';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FormErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import type { PeriodPreview } from '#domain/billing/subscriptions/contract.browser.ts';
import type { CheckoutReply } from './contract.ts';
import { HostedForm } from './hosted-form.tsx';
import { payFormId, useCheckout } from './use-checkout.ts';
import { WhatYouGet } from './what-you-get.tsx';

/** What a month of the plan includes, and the Pay Now button. */
export function PayForm({ plan, preview }: { plan: PlanOutput; preview: PeriodPreview }) {
  // The reply to a form that was submitted without JavaScript.
  const answer = useActionData<CheckoutReply>();
  const { form: CheckoutForm, busy, error, unreachable } = useCheckout();
  const message = error ?? answer?.error;
  const order = unreachable ?? answer?.checkout;
  return (
    <>
      <WhatYouGet plan={plan} preview={preview} />
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
            {busy ? 'Processing...' : 'Pay Now'}
          </button>
        </CheckoutForm>
      )}
      {order ? <HostedForm checkout={order} quiet={!answer?.checkout} /> : null}
      <p className="text-xs text-faint" id="payment-note">
        The payment is secured by Razorpay, our payment provider. We do not store your card details.
        It pays for one month and does not renew automatically. For refunds see{' '}
        <Link className="link" to={paths.refunds}>
          Cancellations & Refunds
        </Link>
        .
      </p>
    </>
  );
}
