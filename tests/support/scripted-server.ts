import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A response. A string `body` is sent unchanged, any other value as JSON. */
export type Scripted = { status: number; headers?: Record<string, string>; body?: unknown };

type Received = { method: string; url: string; headers: IncomingHttpHeaders; at: number };

/**
 * A server that gives the listed responses in order, for cases that the product cannot produce on demand. The last response
 * is repeated. Closed after the test.
 */
export async function aScriptedServer(...responses: Scripted[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    await text(request);
    const next = responses[Math.min(received.length, responses.length - 1)];
    received.push({ method, url, headers, at: performance.now() });
    const { status = 500, body = {} } = next ?? {};
    const isText = typeof body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...next?.headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
