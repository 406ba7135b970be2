import { timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { parameter } from '../web/server.ts';
import { ProviderError, sign } from './entities.ts';
import { find } from './ledger.ts';
import { capturePayment, createOrder, refundPayment } from './operations.ts';
import type { Payments } from './provider.ts';

/** The part of Razorpay's REST API that the product calls, as documented at razorpay.com/docs/api. */
export function apiRoutes(payments: Payments): Router {
  const { context, ledger } = payments;
  const router = express.Router();
  router.use(requireApiKey(payments), injectFaults(payments));

  router.post(
    '/orders',
    answer(({ body }) => createOrder(context, body)),
  );
  router.get(
    '/orders/:id',
    answer((_request, id) => find(ledger.orders, id)),
  );
  router.get(
    '/orders/:id/payments',
    answer((_request, id) => collection(ledger.paymentsOf(find(ledger.orders, id).id))),
  );
  router.get(
    '/payments/:id',
    answer((_request, id) => find(ledger.payments, id)),
  );
  router.post(
    '/payments/:id/capture',
    answer(({ body }, id) => capturePayment(context, id, body)),
  );
  router.post(
    '/payments/:id/refund',
    answer((request, id) =>
      refundPayment(context, id, request.body, request.get('x-refund-idempotency')),
    ),
  );
  router.get(
    '/payments/:id/refunds',
    answer(({ query }, id) => {
      const count = Number(parameter(query.count)) || 10;
      return collection(ledger.refundsOf(find(ledger.payments, id).id).slice(0, count));
    }),
  );
  router.use((_request, response) => {
    respondWithError(response, new ProviderError('The requested URL was not found on the server.'));
  });
  return router;
}

const collection = <Entity>(items: Entity[]) => ({
  entity: 'collection',
  count: items.length,
  items,
});

/** Responds with the result of `work`, or with the ProviderError that it throws. */
function answer(work: (request: Request, id: string) => unknown): RequestHandler {
  return (request, response) => {
    try {
      response.json(work(request as Request, String(request.params.id)));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      respondWithError(response, error);
    }
  };
}

function respondWithError(response: Response, { status, body }: ProviderError): void {
  response.status(status).json(body);
}

function requireApiKey({ options: { keyId, keySecret } }: Payments): RequestHandler {
  const wanted = Buffer.from(sign('', `${keyId}:${keySecret}`));
  return (request, response, next) => {
    const given = /^Basic (\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
    const credentials = Buffer.from(given, 'base64').toString();
    if (timingSafeEqual(Buffer.from(sign('', credentials)), wanted)) next();
    else respondWithError(response, new ProviderError('Authentication failed', { status: 401 }));
  };
}

/** Makes a call fail in the configured way. */
function injectFaults({ faultSettings, context, options }: Payments): RequestHandler {
  return (request, response, next) => {
    const send = response.json.bind(response);
    const drop = () => {
      request.socket.destroy();
      return response;
    };
    const { behaviour } = faultSettings.api.take();
    if (behaviour === 'error') {
      const reason =
        'We are facing some trouble completing your request at the moment. Please try again shortly.';
      const error = new ProviderError(reason, { status: 500, code: 'SERVER_ERROR' });
      respondWithError(response, error);
      return;
    }
    if (behaviour === 'not-json') {
      response.status(502).type('html').send('<h1>502 Bad Gateway</h1>');
      return;
    }
    if (behaviour === 'dropped') {
      drop();
      return;
    }
    if (behaviour === 'answer-lost') response.json = drop;
    if (behaviour === 'slow') {
      response.json = (body) => {
        context.timers.later(options.slowAnswerMs, () => {
          if (!response.destroyed) send(body);
        });
        return response;
      };
    }
    next();
  };
}
