import express, { type Router } from 'express';
import { asset } from '../web/asset.ts';
import { createLiveUpdates } from '../web/live-updates.ts';
import { parameter } from '../web/parameter.ts';
import { apiRoutes } from './api-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import {
  applyFaultSettings,
  type FaultSettingError,
  parseForm,
  parseSetting,
} from './control-setting.ts';
import { paymentsJson } from './json.ts';
import { renderPayments } from './page.ts';
import type { Payments } from './payments.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** The provider's API and Checkout, its page and JSON endpoint. */
export function paymentRoutes(payments: Payments): Router {
  const { faultSettings, webhooks } = payments;
  const router = express.Router();
  router.use(checkoutRoutes(payments));
  router.use('/razorpay/v1', apiRoutes(payments));

  const page = (search: string, error: FaultSettingError | null = null) =>
    renderPayments({ payments, search, error });
  router.get('/payments', ({ query }, response) => {
    response.send(page(parameter(query.find)));
  });
  router.get('/assets/payments.css', asset('text/css', style));
  router.get('/assets/payments.js', asset('text/javascript', script));
  router.get('/payments/events', createLiveUpdates(payments.subscribe));

  router.get('/payments.json', (_request, response) => {
    response.json(paymentsJson(payments));
  });
  router.post('/payments.json', async ({ body }, response) => {
    const setting = parseSetting(body);
    if (typeof setting === 'string') {
      response.status(400).json({ error: setting });
      return;
    }
    if (setting.reset) payments.reset();
    if (setting.webhookUrl !== undefined) webhooks.sendTo(setting.webhookUrl);
    applyFaultSettings(faultSettings, setting);
    if (setting.deliver === true) await webhooks.deliver();
    else if (setting.deliver !== undefined) await webhooks.deliver(setting.deliver);
    response.json(paymentsJson(payments));
  });

  // A reload after an invalid entry arrives here.
  router.get('/payments/set', (_request, response) => response.redirect('/payments#controls'));
  router.post('/payments/set', ({ body }, response) => {
    const setting = parseForm(body);
    if ('reason' in setting) {
      response.status(400).send(page('', setting));
      return;
    }
    applyFaultSettings(faultSettings, setting);
    response.redirect(303, '/payments#controls');
  });
  router.post('/payments/deliver', async ({ body }, response) => {
    const id = parameter(body.id);
    await webhooks.deliver(id === '' ? undefined : id);
    response.redirect(303, '/payments');
  });
  router.post('/payments/clear', (_request, response) => {
    payments.reset();
    response.redirect(303, '/payments');
  });
  return router;
}
