import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Razorpay from 'razorpay';
import { onTestFinished } from 'vitest';
import { startPayments } from './server.ts';
import type { PaymentsOptions } from './settings.ts';

/** A webhook that the merchant has received. */
export type ReceivedWebhook = {
  headers: IncomingHttpHeaders;
  body: string;
  event: string;
  id: string;
};

/**
 * A merchant's webhook endpoint.
 *
 * @param chooseStatus picks the status of the response to a webhook; by default 200
 */
async function aMerchant(chooseStatus: (arrival: ReceivedWebhook) => number) {
  const arrivals: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const id = String(request.headers['x-razorpay-event-id']);
    const arrival = { headers: request.headers, body, event: JSON.parse(body).event, id };
    arrivals.push(arrival);
    response.writeHead(chooseStatus(arrival)).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { arrivals, url: `http://127.0.0.1:${port}/webhook` };
}

type Given = Partial<PaymentsOptions> & { chooseStatus?: (arrival: ReceivedWebhook) => number };

/** A provider with a merchant endpoint and Razorpay's SDK. */
export async function startTestProvider({ chooseStatus = () => 200, ...options }: Given = {}) {
  const merchant = await aMerchant(chooseStatus);
  const payments = await startPayments({
    webhookUrl: merchant.url,
    webhookRetryMs: 1,
    refundAfterMs: 1,
    slowAnswerMs: 50,
    ...options,
  });
  onTestFinished(() => payments.close());
  const { keyId, keySecret } = payments.options;
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  Object.assign((sdk as unknown as { api: { rq: { defaults: object } } }).api.rq.defaults, {
    baseURL: payments.apiUrl,
  });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${payments.url}${path}`, { redirect: 'manual', ...init });
  return {
    ...payments,
    sdk,
    call,
    arrivals: merchant.arrivals,
    async api(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
      const response = await call(`/razorpay/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    /** A new order of ₹199. */
    order: () => sdk.orders.create({ amount: 19_900, currency: 'INR' }),
    /** Returns the names of the received events, in order. */
    async receivedEvents() {
      await payments.webhooks.settled();
      return merchant.arrivals.map(({ event }) => event);
    },
  };
}
