import { html } from '../web/html.ts';
import { renderCheckoutDocument } from './checkout-document.ts';
import { renderCancel } from './checkout-page.ts';
import type { CheckoutRequest } from './checkout-request.ts';

/**
 * The page that posts the result to the merchant's callback address; with JavaScript it submits
 * automatically.
 *
 * @param fields the result
 */
export function renderReturn(asked: CheckoutRequest, fields: Record<string, string>): string {
  const paid = 'razorpay_signature' in fields;
  return renderCheckoutDocument({
    title: paid ? 'Paid' : 'Payment failed',
    main: html`<header>
<h1>${paid ? 'Paid' : 'Payment failed'}</h1>
<p class="quiet">${paid ? 'The payment was taken.' : fields['error[description]'] || 'Nothing was paid.'}</p>
</header>
<form id="return" method="post" action="${asked.callback_url}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<div class="choice"><button class="primary wide">Back to ${asked.name || 'the merchant'}</button></div>
</form>`,
  });
}

/** The page after a payment, in a frame that is about to close. */
export function renderPaid({ origin }: CheckoutRequest, detail: unknown): string {
  return renderCheckoutDocument({
    title: 'Paid',
    origin,
    checkoutEvent: { event: 'success', detail },
    main: html`<header><h1>Paid</h1><p class="quiet">The payment was taken.</p></header>`,
  });
}

/** The page of a simulated closed tab: paid, but without a callback. */
export function renderTabClosedPage(): string {
  return renderCheckoutDocument({
    title: 'Paid',
    main: html`<header>
<h1>Paid. Now close the tab</h1>
<p class="quiet">The payment was taken, but the merchant’s page received no event. A webhook is on its way.</p>
</header>`,
  });
}

/** The error page of Checkout. */
export function renderErrorPage(
  error: string,
  asked: { origin: string; cancel_url: string },
): string {
  return renderCheckoutDocument({
    title: 'Payment',
    origin: asked.origin,
    main: html`<header>
<h1>This cannot be paid</h1>
<p class="error" role="alert">${error}</p>
</header>
${renderCancel(asked)}`,
  });
}
