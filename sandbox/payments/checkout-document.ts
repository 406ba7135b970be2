import { type Html, html } from '../web/html.ts';

/** A message to the page that embeds Checkout. */
export type CheckoutEvent = { event: 'success' | 'failed'; detail: unknown };

type CheckoutDocument = {
  title: string;
  /** Origin of the embedding page, or empty. */
  origin?: string;
  /** The merchant's colour, if valid. */
  colour?: string;
  checkoutEvent?: CheckoutEvent;
  main: Html;
};

/** A page of Checkout, without the sandbox's top bar, as it may be in a small frame. */
export function renderCheckoutDocument(page: CheckoutDocument): string {
  const { title, origin = '', colour = '', checkoutEvent, main } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Dakiya sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/theme.css">
<link rel="stylesheet" href="/assets/checkout.css">
<script type="module" src="/assets/checkout.js"></script>
</head>
<body>
<main id="checkout" class="checkout" data-origin="${origin}" data-colour="${colour}" data-checkout-event="${checkoutEvent ? JSON.stringify(checkoutEvent) : ''}">
${main}
</main>
</body>
</html>
`.markup;
}
