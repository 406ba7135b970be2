import { type Html, html } from '../web/html.ts';

/** What the page that has Checkout in a frame is told. */
export type CheckoutEvent = { event: 'success' | 'failed'; detail: unknown };

type CheckoutDocument = {
  title: string;
  /** Of the page that has this one in a frame, or empty. */
  origin?: string;
  /** The merchant’s colour, if it is one. */
  colour?: string;
  news?: CheckoutEvent;
  main: Html;
};

/** A whole page of Checkout; it has none of the sandbox’s top bar, as it may stand in a small frame. */
export function renderCheckoutDocument(page: CheckoutDocument): string {
  const { title, origin = '', colour = '', news, main } = page;
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
<main id="checkout" class="checkout" data-origin="${origin}" data-colour="${colour}" data-news="${news ? JSON.stringify(news) : ''}">
${main}
</main>
</body>
</html>
`.markup;
}
