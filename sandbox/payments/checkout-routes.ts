import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { asset } from '../web/asset.ts';
import { contentPolicy } from '../web/guard.ts';
import { renderCheckout } from './checkout-page.ts';
import { readCheckout, readFrameOrigin } from './checkout-request.ts';
import { checkoutScript } from './checkout-script.ts';
import { checkoutStyle } from './checkout-style.ts';
import { decideCheckout } from './decide-checkout.ts';
import { frameScript } from './frame-script.ts';
import type { Payments } from './payments.ts';
import { renderErrorPage } from './return-page.ts';

/** Checkout: the script for the merchant's page, the embedded page and the hosted one. */
export function checkoutRoutes(payments: Payments): Router {
  const router = express.Router();
  router.get('/razorpay/checkout.js', asset('text/javascript', checkoutScript));
  router.get('/assets/checkout.js', asset('text/javascript', frameScript));
  router.get('/assets/checkout.css', asset('text/css', checkoutStyle));

  const show = (input: unknown, response: Response) => {
    allow(input, response);
    const read = readCheckout(input, payments);
    if (typeof read === 'string') response.status(400).send(renderErrorPage(read, waysOut(input)));
    else response.send(renderCheckout(read));
  };
  router.get('/razorpay/checkout', ({ query }, response) => show(query, response));
  router.get('/razorpay/v1/checkout/embedded', ({ query }, response) => show(query, response));
  router.post('/razorpay/v1/checkout/embedded', ({ body }, response) => show(body, response));
  // A reload after a decision arrives here.
  router.get('/razorpay/checkout/decide', (_request, response) => response.redirect('/payments'));
  router.post('/razorpay/checkout/decide', ({ body }: Request, response) => {
    allow(body, response);
    const read = readCheckout(body, payments);
    if (typeof read === 'string') response.status(400).send(renderErrorPage(read, waysOut(body)));
    else response.send(decideCheckout(payments, read, body));
  });
  return router;
}

const waysOutSchema = z.object({
  origin: z.url({ protocol: /^https?$/ }).catch(''),
  cancel_url: z.url({ protocol: /^https?$/ }).catch(''),
});

const waysOut = (input: unknown) => waysOutSchema.parse(input ?? {});

const callbackSchema = z.object({ callback_url: z.url({ protocol: /^https?$/ }) });

/** Allows embedding by the merchant's page, and posting to its callback address. */
function allow(input: unknown, response: Response): void {
  const parsed = callbackSchema.safeParse(input);
  const callback = parsed.success ? ` ${new URL(parsed.data.callback_url).origin}` : '';
  const frameAncestors = readFrameOrigin(input) ?? "'none'";
  const policy = contentPolicy({ formAction: `'self'${callback}`, frameAncestors });
  response.set('content-security-policy', policy);
}
