import express, { type Request, type RequestHandler, type Router } from 'express';
import { parameter } from '../web/parameter.ts';
import { injectFaults, requireApiKey, respondWithError } from './api-guard.ts';
import { capturePayment } from './capture-payment.ts';
import { createOrder } from './create-order.ts';
import { find } from './ledger.ts';
import { paginate } from './paginate.ts';
import type { Payments } from './payments.ts';
import { refundPayment } from './refund-payment.ts';
import { Refusal } from './refusal.ts';

/** The REST API under `/razorpay/v1`, as documented at razorpay.com/docs/api. */
export function apiRoutes(payments: Payments): Router {
  const { desk, books } = payments;
  const router = express.Router();
  router.use(requireApiKey(payments), injectFaults(payments));

  router.post(
    '/orders',
    answer(({ body }) => createOrder(desk, body)),
  );
  router.get(
    '/orders',
    answer(({ query }) => {
      const receipt = parameter(query.receipt);
      const wanted = books.orders.list().filter((order) => !receipt || order.receipt === receipt);
      return paginate(wanted, query);
    }),
  );
  router.get(
    '/orders/:id',
    answer(({ params: { id = '' } }) => find(books.orders, id)),
  );
  router.get(
    '/orders/:id/payments',
    answer(({ params: { id = '' } }) => {
      const items = books.paymentsOf(find(books.orders, id).id);
      return { entity: 'collection', count: items.length, items };
    }),
  );

  router.get(
    '/payments',
    answer(({ query }) => paginate(books.payments.list(), query)),
  );
  router.get(
    '/payments/:id',
    answer(({ params: { id = '' } }) => find(books.payments, id)),
  );
  router.post(
    '/payments/:id/capture',
    answer(({ params: { id = '' }, body }) => capturePayment(desk, id, body)),
  );
  router.post(
    '/payments/:id/refund',
    answer((request) => {
      const { params, body } = request;
      return refundPayment(desk, params.id ?? '', body, request.get('x-refund-idempotency'));
    }),
  );
  router.get(
    '/payments/:id/refunds',
    answer(({ params: { id = '' }, query }) =>
      paginate(books.refundsOf(find(books.payments, id).id), query),
    ),
  );

  router.get(
    '/refunds',
    answer(({ query }) => paginate(books.refunds.list(), query)),
  );
  router.get(
    '/refunds/:id',
    answer(({ params: { id = '' } }) => find(books.refunds, id)),
  );
  router.use((_request, response) => {
    respondWithError(response, new Refusal('The requested URL was not found on the server.'));
  });
  return router;
}

/** Responds with the result of `work`, or with the Refusal that it throws. */
function answer(work: (request: Request) => unknown): RequestHandler {
  return (request, response) => {
    try {
      response.json(work(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      respondWithError(response, error);
    }
  };
}
