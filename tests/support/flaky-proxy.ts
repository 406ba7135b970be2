import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Stands before an API and fails the first two requests, as networks do: the first arrives, but
 * its answer is lost; the second is answered 503. All others pass.
 *
 * @returns its address, how many requests came, and what closes it
 */
export async function startFlakyProxy(target: string) {
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const turn = requests;
    if (turn === 2) {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Unavailable</h1>');
      return;
    }
    const { host, connection, upgrade, 'http2-settings': _, ...headers } = request.headers;
    delete headers['content-length'];
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: await text(request),
    });
    if (turn === 1) request.socket.destroy();
    else response.writeHead(answer.status).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
