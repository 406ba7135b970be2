import express, { type Router } from 'express';
import { parameter, serveChanges, startWeb } from '../web/server.ts';
import { apiRoutes } from './api.ts';
import { checkoutRoutes } from './checkout.ts';
import { renderPayments } from './page.ts';
import { createPayments, type Payments } from './provider.ts';
import { applySettings, changeSchema, type PaymentsOptions, settingNames } from './settings.ts';

/** Creates the routes of the provider: its API, Checkout, its page, and a JSON endpoint. */
export function paymentRoutes(payments: Payments): Router {
  const { faultSettings, webhooks } = payments;
  const router = express.Router();
  router.use(checkoutRoutes(payments));
  router.use('/razorpay/v1', apiRoutes(payments));

  router.get('/payments', ({ query }, response) => {
    response.send(renderPayments(payments, parameter(query.find)));
  });
  router.get('/events/payments', serveChanges(payments.subscribe));
  router.get('/payments.json', (_request, response) => {
    response.json(paymentsJson(payments));
  });

  // The form of a setting posts to the first path, and programs post to the second.
  router.post(['/payments/set', '/payments.json'], async ({ body, path }, response) => {
    const isForm = path === '/payments/set';
    const { data, error } = changeSchema.safeParse(isForm ? { [body.setting]: body } : body);
    if (!data) {
      const [issue] = error.issues;
      const reason = `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
      response.status(400).json({ error: reason });
      return;
    }
    if (data.reset) payments.reset();
    applySettings(faultSettings, data);
    if (data.deliver) await webhooks.deliver(data.deliver === true ? undefined : data.deliver);
    if (isForm) response.redirect(303, '/payments#controls');
    else response.json(paymentsJson(payments));
  });
  router.post('/payments/deliver', async ({ body }, response) => {
    await webhooks.deliver(parameter(body.id) || undefined);
    response.redirect(303, '/payments');
  });
  router.post('/payments/clear', (_request, response) => {
    payments.reset();
    response.redirect(303, '/payments');
  });
  return router;
}

const maxListed = 1_000;

/** Returns all data of the provider, newest first. Tests compare it with the data of the product. */
function paymentsJson({ ledger, webhooks, faultSettings, sums }: Payments) {
  const settings = settingNames.map((name) => {
    const { behaviour, remaining, ms } = faultSettings[name].setting();
    return [name, { behaviour, count: remaining, ms }];
  });
  return {
    sums: sums(),
    settings: Object.fromEntries(settings),
    orders: ledger.orders.list().slice(0, maxListed),
    payments: ledger.payments.list().slice(0, maxListed),
    refunds: ledger.refunds.list().slice(0, maxListed),
    webhooks: webhooks
      .list()
      .slice(0, maxListed)
      .map(({ orderId, paymentId, body: _, at, ...webhook }) => ({
        ...webhook,
        order_id: orderId,
        payment_id: paymentId,
        at: new Date(at).toISOString(),
      })),
  };
}

/**
 * Starts a provider with its pages, for tests.
 *
 * @param port 0 picks a free port
 * @returns once it listens
 */
export async function startPayments({
  port = 0,
  ...options
}: Partial<PaymentsOptions & { port: number }> = {}) {
  const payments = createPayments(options);
  const routers = [paymentRoutes(payments)];
  const web = await startWeb({ host: '127.0.0.1', port, routers });
  const url = `http://127.0.0.1:${web.port}`;
  return {
    ...payments,
    /** The base URL of the provider's pages. */
    url,
    /** Values for RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL. */
    apiUrl: `${url}/razorpay`,
    checkoutUrl: `${url}/razorpay/checkout.js`,
    async close() {
      payments.close();
      await web.close();
    },
  };
}
