import express, { type Request, type RequestHandler, type Router } from 'express';
import { parameter } from '../web/parameter.ts';
import { injectFaults, requireApiKey, respondWithError } from './api-guard.ts';
import { capturePayment } from './capture-payment.ts';
import { createOrder } from './create-order.ts';
import { find } from './ledger.ts';
import { paginate } from './paginate.ts';
import type { Payments } from './payments.ts';
import { ProviderError } from './provider-error.ts';
import { refundPayment } from './refund-payment.ts';

/** The REST API under `/razorpay/v1`, as documented at razorpay.com/docs/api. */
export function apiRoutes(payments: Payments): Router {
  const { context, ledger } = payments;
  const router = express.Router();
  router.use(requireApiKey(payments), injectFaults(payments));

  router.post(
    '/orders',
    answer(({ body }) => createOrder(context, body)),
  );
  router.get(
    '/orders',
    answer(({ query }) => {
      const receipt = parameter(query.receipt);
      const wanted = ledger.orders.list().filter((order) => !receipt || order.receipt === receipt);
      return paginate(wanted, query);
    }),
  );
  router.get(
    '/orders/:id',
    answer(({ params: { id = '' } }) => find(ledger.orders, id)),
  );
  router.get(
    '/orders/:id/payments',
    answer(({ params: { id = '' } }) => {
      const items = ledger.paymentsOf(find(ledger.orders, id).id);
      return { entity: 'collection', count: items.length, items };
    }),
  );

  router.get(
    '/payments',
    answer(({ query }) => paginate(ledger.payments.list(), query)),
  );
  router.get(
    '/payments/:id',
    answer(({ params: { id = '' } }) => find(ledger.payments, id)),
  );
  router.post(
    '/payments/:id/capture',
    answer(({ params: { id = '' }, body }) => capturePayment(context, id, body)),
  );
  router.post(
    '/payments/:id/refund',
    answer((request) => {
      const { params, body } = request;
      return refundPayment(context, params.id ?? '', body, request.get('x-refund-idempotency'));
    }),
  );
  router.get(
    '/payments/:id/refunds',
    answer(({ params: { id = '' }, query }) =>
      paginate(ledger.refundsOf(find(ledger.payments, id).id), query),
    ),
  );

  router.get(
    '/refunds',
    answer(({ query }) => paginate(ledger.refunds.list(), query)),
  );
  router.get(
    '/refunds/:id',
    answer(({ params: { id = '' } }) => find(ledger.refunds, id)),
  );
  router.use((_request, response) => {
    respondWithError(response, new ProviderError('The requested URL was not found on the server.'));
  });
  return router;
}

/** Responds with the result of `work`, or with the ProviderError that it throws. */
function answer(work: (request: Request) => unknown): RequestHandler {
  return (request, response) => {
    try {
      response.json(work(request));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      respondWithError(response, error);
    }
  };
}
