import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import { type Html, html, renderPage } from '../web/page.ts';
import { asset, contentPolicy } from '../web/server.ts';
import { checkoutScript, frameScript } from './checkout-script.ts';
import { type Method, methods, type Order, type Payment } from './entities.ts';
import { attemptPayment } from './operations.ts';
import { formatMoney } from './page.ts';
import { checkoutResult, type Payments } from './provider.ts';

/** Creates the routes of Checkout: the script for the merchant's page, the embedded page, and the hosted page. */
export function checkoutRoutes(payments: Payments): Router {
  const router = express.Router();
  router.get('/razorpay/checkout.js', asset('text/javascript', checkoutScript));
  router.get('/assets/checkout.js', asset('text/javascript', frameScript));

  /** Responds to a valid request with the page of `render`, and otherwise with the reason why the request is invalid. */
  const show = (input: unknown, response: Response, render: (checkout: Checkout) => string) => {
    response.set('content-security-policy', policyFor(input));
    const checkout = readCheckout(input, payments);
    if (typeof checkout === 'string') response.status(400).send(renderError(checkout, input));
    else response.send(render(checkout));
  };
  router.get('/razorpay/checkout', ({ query }, response) => show(query, response, renderCheckout));
  router
    .route('/razorpay/v1/checkout/embedded')
    .get(({ query }, response) => show(query, response, renderCheckout))
    .post(({ body }, response) => show(body, response, renderCheckout));
  // The browser sends this request if the visitor reloads the page after a decision.
  router.get('/razorpay/checkout/decide', (_request, response) => response.redirect('/payments'));
  router.post('/razorpay/checkout/decide', ({ body }, response) => {
    show(body, response, (checkout) => decide(payments, checkout, body));
  });
  return router;
}

const text = z.string().trim().max(500).default('');
const link = z.url({ protocol: /^https?$/ });
const address = z.union([z.literal(''), link]).default('');

/** The parameters of Checkout, as documented at razorpay.com/docs, Hosted Checkout. */
const requestSchema = z.object({
  key_id: text,
  order_id: text,
  amount: text,
  currency: text,
  name: text,
  description: text,
  'prefill[email]': text,
  'prefill[contact]': text,
  callback_url: address,
  cancel_url: address,
  /** The origin of the embedding page, which receives events. Not one of Razorpay's parameters. */
  origin: address,
});

type CheckoutRequest = z.output<typeof requestSchema>;

/** A valid request with its order. */
type Checkout = { asked: CheckoutRequest; order: Order };

/**
 * Parses a request.
 *
 * @returns the request with its order, or the reason why nothing can be paid
 */
function readCheckout(input: unknown, { options, ledger }: Payments): Checkout | string {
  const { data: asked, error } = requestSchema.safeParse(input);
  if (!asked) return `Malformed: ${error.issues.map(({ path }) => path.join('.')).join(', ')}.`;
  if (asked.key_id !== options.keyId) return 'The api key provided is invalid.';
  const order = ledger.orders.get(asked.order_id);
  if (!order) return 'The id provided does not exist.';
  if (asked.amount !== '' && Number(asked.amount) !== order.amount) {
    return 'Your payment amount is different from your order amount.';
  }
  if (asked.currency !== '' && asked.currency !== order.currency) {
    return 'Your payment currency is different from your order currency.';
  }
  if (order.status === 'paid') return 'This order is paid already.';
  return { asked, order };
}

/** The valid URLs in a request, even if the request as a whole is invalid. */
const addressesSchema = z.object({
  origin: link.catch(''),
  callback_url: link.catch(''),
  cancel_url: link.catch(''),
});

/**
 * Returns a content security policy that lets the merchant's page embed this page, and lets this page post to the merchant's
 * callback URL.
 */
function policyFor(input: unknown): string {
  const { origin, callback_url } = addressesSchema.parse(input ?? {});
  return contentPolicy({
    formAction: callback_url === '' ? "'self'" : `'self' ${new URL(callback_url).origin}`,
    frameAncestors: origin === '' ? "'none'" : new URL(origin).origin,
  });
}

const decisionSchema = z.object({
  method: z.enum(Object.keys(methods) as Method[]).catch('card'),
  decision: z.enum(['pay', 'decline', 'lose']).catch('pay'),
});

/** Carries out a decision in Checkout. @returns the next page */
function decide(payments: Payments, checkout: Checkout, body: unknown): string {
  const { asked, order } = checkout;
  const { method, decision } = decisionSchema.parse(body);
  const { behaviour } = payments.faultSettings.payments.take();
  const payment = attemptPayment(payments.context, order.id, {
    method,
    email: asked['prefill[email]'],
    contact: asked['prefill[contact]'],
    description: asked.description || null,
    as: decision === 'decline' ? 'declined' : behaviour,
  });
  if (payment.status === 'failed') return renderFailure(checkout, payment);
  if (decision === 'lose') {
    return renderStep({
      title: 'Paid. Now close the tab',
      text: 'The payment was taken, but the merchant’s page received no event. A webhook is on its way.',
    });
  }
  const detail = checkoutResult(payment, payments.options.keySecret);
  const step = { title: 'Paid', text: 'The payment was taken.' };
  if (isHosted(asked)) return renderStep({ ...step, more: renderReturn(asked, detail) });
  return renderStep({ ...step, origin: asked.origin, event: { event: 'success', detail } });
}

/**
 * Renders the page after a failed attempt. In the embedded page, the buyer may retry. The hosted page posts the error to the
 * merchant, as Razorpay's page does.
 */
function renderFailure({ asked, order }: Checkout, payment: Payment): string {
  const description = payment.error_description ?? '';
  const texts = {
    code: payment.error_code ?? '',
    description,
    source: payment.error_source ?? '',
    step: payment.error_step ?? '',
    reason: payment.error_reason ?? '',
  };
  const metadata = { payment_id: payment.id, order_id: payment.order_id };
  if (isHosted(asked)) {
    const fields = Object.entries({ ...texts, metadata: JSON.stringify(metadata) });
    const named = fields.map(([name, value]) => [`error[${name}]`, value]);
    const more = renderReturn(asked, Object.fromEntries(named));
    return renderStep({ title: 'Payment failed', text: description, more });
  }
  const event: CheckoutEvent = { event: 'failed', detail: { ...texts, metadata } };
  return renderCheckout({ asked, order, method: payment.method, error: description, event });
}

/** Whether a request is for the hosted page, which returns to the merchant by submitting a form. */
const isHosted = ({ origin, callback_url }: CheckoutRequest) =>
  origin === '' && callback_url !== '';

/** A message to the page that embeds Checkout. */
type CheckoutEvent = { event: 'success' | 'failed'; detail: unknown };

type Frame = { title: string; origin?: string; event?: CheckoutEvent | undefined; main: Html };

/** A page of Checkout. It has no top bar, because it may be in a small frame. */
function renderFrame({ title, origin = '', event, main }: Frame): string {
  return renderPage({
    title,
    script: 'checkout',
    hasBar: false,
    main: html`<div id="checkout" class="checkout" data-origin="${origin}" data-checkout-event="${event ? JSON.stringify(event) : ''}">
${main}
</div>`,
  });
}

type CheckoutView = Checkout & { method?: Method; error?: string; event?: CheckoutEvent };

/** Renders the payment page, either embedded in a frame of the merchant's page, or hosted. */
function renderCheckout({ asked, order, method = 'card', error, event }: CheckoutView): string {
  const { name, description, origin } = asked;
  return renderFrame({
    title: name ? `Pay ${name}` : 'Pay',
    origin,
    event,
    main: html`<header>
<h1>${name || 'Merchant'}</h1>
${description !== '' && html`<p class="quiet">${description}</p>`}
<p class="amount">${formatMoney(order.amount, order.currency)}</p>
<p class="quiet">Razorpay, in the sandbox: no money moves.</p>
</header>
<form method="post" action="/razorpay/checkout/decide">
${renderHiddenFields(asked)}
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
<fieldset class="choices">
<legend>Pay with</legend>
${Object.entries(methods).map(
  ([value, label]) =>
    html`<label class="tick"><input type="radio" name="method" value="${value}"${value === method && html` checked`}> ${label}</label>\n`,
)}
</fieldset>
<div class="choices">
<button type="submit" class="primary" name="decision" value="pay">Pay</button>
<button type="submit" name="decision" value="decline">Decline</button>
<button type="submit" class="wide" name="decision" value="lose" aria-describedby="lose-help">Pay, then close the tab</button>
<p class="help wide" id="lose-help">Paid here, but the merchant’s page hears nothing of it.</p>
</div>
</form>
${renderDismiss(asked)}`,
  });
}

const renderHiddenFields = (fields: Record<string, string>): Html[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);

/**
 * Renders the control that leaves Checkout. In the embedded page, it is a button that asks the outer page to close Checkout.
 * In the hosted page, it is a link back.
 */
function renderDismiss({ origin, cancel_url }: { origin: string; cancel_url: string }) {
  if (origin !== '') return html`<button type="button" data-dismiss>Dismiss</button>`;
  return html`${cancel_url !== '' && html`<a class="button" href="${cancel_url}">Dismiss</a>`}`;
}

/** Renders the form that posts the result to the merchant's callback URL. The script of the page submits it. */
const renderReturn = ({ callback_url, name }: CheckoutRequest, result: Record<string, string>) =>
  html`<form id="return" method="post" action="${callback_url}">
${renderHiddenFields(result)}
<button class="primary">Back to ${name || 'the merchant'}</button>
</form>`;

type Step = Omit<Frame, 'main'> & { text: string; more?: Html };

/** Renders the page after a decision. */
const renderStep = ({ text, more, ...frame }: Step): string =>
  renderFrame({
    ...frame,
    main: html`<header><h1>${frame.title}</h1><p class="quiet">${text}</p></header>
${more}`,
  });

/** Renders the page for a request that cannot be paid. */
function renderError(reason: string, input: unknown): string {
  const addresses = addressesSchema.parse(input ?? {});
  return renderFrame({
    title: 'Payment',
    origin: addresses.origin,
    main: html`<header><h1>This cannot be paid</h1><p class="error" role="alert">${reason}</p></header>
${renderDismiss(addresses)}`,
  });
}
