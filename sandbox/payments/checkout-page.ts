import { type Html, html } from '../web/html.ts';
import { type CheckoutEvent, renderCheckoutDocument } from './checkout-document.ts';
import type { Checkout } from './checkout-request.ts';
import { type Method, methods } from './entities.ts';
import { formatMoney } from './format-money.ts';

type CheckoutView = Checkout & { method?: Method; error?: string; checkoutEvent?: CheckoutEvent };

/** The payment page: in a frame of the merchant's page, or on its own. */
export function renderCheckout({
  asked,
  order,
  method = 'card',
  error,
  checkoutEvent,
}: CheckoutView): string {
  const mayTry = asked.retries !== '0' || error === undefined;
  return renderCheckoutDocument({
    title: asked.name ? `Pay ${asked.name}` : 'Pay',
    origin: asked.origin,
    colour: asked['theme[color]'],
    ...(checkoutEvent && { checkoutEvent }),
    main: html`<header>
<h1>${asked.name || 'Merchant'}</h1>
${asked.description !== '' && html`<p class="quiet">${asked.description}</p>`}
<p class="amount">${formatMoney(order.amount, order.currency)}</p>
<p class="quiet">Razorpay, in the sandbox: no money moves.</p>
</header>
<form method="post" action="/razorpay/checkout/decide">
${carry(asked)}
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
${mayTry && renderChoices(method)}
</form>
${renderCancel(asked)}`,
  });
}

function renderChoices(chosen: Method): Html {
  return html`<fieldset>
<legend>Pay with</legend>
${Object.entries(methods).map(
  ([name, label]) => html`<label class="tick">
<input type="radio" name="method" value="${name}"${name === chosen && html` checked`}>${label}</label>
`,
)}
</fieldset>
<div class="choice">
<button type="submit" class="primary" name="decision" value="pay">Pay</button>
<button type="submit" name="decision" value="decline">Decline</button>
<button type="submit" class="wide" name="decision" value="lose" aria-describedby="lose-help">Pay, then close the tab</button>
<p class="help quiet" id="lose-help">Paid here, but the merchant’s page hears nothing of it.</p>
</div>`;
}

/** Hidden fields that every form of Checkout repeats. */
function carry(asked: Checkout['asked']): Html[] {
  return Object.entries(asked)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
}

/** Embedded, the outer page closes Checkout; otherwise a link leads back. */
export function renderCancel({ origin, cancel_url }: { origin: string; cancel_url: string }) {
  if (origin !== '') {
    return html`<p class="out"><button type="button" data-dismiss>Dismiss</button></p>`;
  }
  return html`${cancel_url !== '' && html`<p class="out"><a class="button" href="${cancel_url}">Dismiss</a></p>`}`;
}
