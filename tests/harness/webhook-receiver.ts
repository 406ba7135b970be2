import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A received request. */
export type Received = {
  headers: IncomingHttpHeaders;
  /** The path and the query. */
  path: string;
  body: string;
  /** The body as JSON, or the fields of a form. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it
  payload: any;
  id: string;
  at: number;
};

type Answer = (response: ServerResponse, request: Received, count: number) => void;

/** A user's server, closed after the test. It responds with 200 unless `answer` says otherwise. */
export async function aReceiver(answer: Answer = (response) => response.end('ok')) {
  const received: Received[] = [];
  let current = answer;
  let sockets = 0;
  let atOnce = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const payload = body.startsWith('{')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    const path = request.url ?? '';
    const one = { headers, path, body, payload, id, at: performance.now() };
    received.push(one);
    current(response, one, received.filter((other) => other.id === id).length);
  });
  server.on('connection', () => {
    sockets += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    types: () => received.map(({ payload }) => payload.type as string),
    sockets: () => sockets,
    mostAtOnce: () => most,
    answer(next: Answer) {
      current = next;
    },
  };
}
