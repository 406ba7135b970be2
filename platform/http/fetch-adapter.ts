import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { serverSettings } from '#platform/server-settings.ts';
import { product } from '#product.ts';
import { logger } from '../logger.ts';
import { counter, histogram } from '../metrics/instruments.ts';
import { clientIp, rateLimitAddress } from './client-ip.ts';
import { discardRest } from './drain.ts';
import { type BodyOptions, type BodyProblem, readBody } from './read-body.ts';
import { apiSecurityHeaders } from './security-headers.ts';

/** The context that a handler gets in addition to the `Request`. */
export type ApiRequestContext = {
  /** The original method; the `Request` has POST for unknown methods. */
  method: string;
  /**
   * The body. The adapter reads the body, so that it can check the size while the body arrives. Empty if `bodyProblem` is
   * set.
   */
  rawBody: Uint8Array;
  /** Why the body was not read completely; null if it was read completely. */
  bodyProblem: BodyProblem | null;
  /** The client's address for rate limits. */
  clientAddress: string;
  /** The client's exact IP address, or empty. */
  exactAddress: string;
  /** Releases the body and its memory. A handler should call this before a long wait. */
  dropBody?: () => void;
  /** The route for the metrics, which the handler sets. */
  endpoint?: string;
};

type FetchHandler = (request: Request, context: ApiRequestContext) => Promise<Response>;

const securityHeaders = Object.entries(apiSecurityHeaders);

/** Methods that a Fetch request may have here. OPTIONS is not one of them, because Remix would run a loader for it. */
const fetchMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const requestsTotal = counter({
  name: `${product.slug}_http_requests_total`,
  help: 'Requests answered, by the route of the endpoint or "pages".',
  labelNames: ['endpoint', 'method', 'status'],
});

const requestSeconds = histogram({
  name: `${product.slug}_http_request_seconds`,
  help: 'From the whole request to the whole answer, in seconds.',
  labelNames: ['endpoint'],
});

type HandledRequest = {
  /** The route pattern with its parameters, never the requested path. */
  endpoint: string;
  method: string;
  status: number;
  /** The value of `performance.now()` when the request began. */
  began: number;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Counts a response. Clients choose the method, so unknown methods share one label value, which
 * bounds the number of series.
 */
export function recordRequestMetrics({ endpoint, method, status, began }: HandledRequest): void {
  requestsTotal.inc({
    endpoint,
    method: methods.has(method) ? method : 'other',
    status: `${Math.floor(status / 100)}xx`,
  });
  requestSeconds.observe({ endpoint }, (performance.now() - began) / 1_000);
}

/**
 * Adapts a Node request to a Fetch handler: reads the body, builds one `Request`, and writes the whole response at once.
 * Without streams and middleware, this takes about two thirds of the time of an Express adapter.
 */
export function createFetchAdapter(handle: FetchHandler, bodies: BodyOptions) {
  const ending = new WeakSet<Socket>();
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // If an earlier response ends this connection, the request is not handled, because its response could not be sent (RFC
    // 9112, 9.6).
    if (ending.has(incoming.socket)) return;
    let began = performance.now();
    let release: (() => void) | null = null;
    const clientAddress = rateLimitAddress(incoming, serverSettings.TRUSTED_PROXIES);
    try {
      const body = await readBody(incoming, outgoing, clientAddress, bodies);
      release = body.release;
      const { bytes, problem } = body;
      const whole = problem === null;
      if (!whole) ending.add(incoming.socket);
      began = performance.now();
      const method = incoming.method ?? 'GET';
      const context: ApiRequestContext = {
        method,
        rawBody: bytes,
        bodyProblem: problem,
        dropBody() {
          context.rawBody = emptyBody;
          release?.();
          release = null;
        },
        clientAddress,
        exactAddress: clientIp(incoming, serverSettings.TRUSTED_PROXIES),
      };
      const response = await handle(toRequest(incoming, method), context);
      await write(response, outgoing, method, whole);
      const { endpoint = 'none' } = context;
      recordRequestMetrics({ endpoint, method, status: response.status, began });
    } catch (error) {
      if (incoming.destroyed && !incoming.complete) return;
      logger.error({ error }, 'a request could not be handled');
      if (!outgoing.headersSent) outgoing.writeHead(500, apiSecurityHeaders);
      outgoing.end();
      recordRequestMetrics({
        endpoint: 'none',
        method: incoming.method ?? 'GET',
        status: 500,
        began,
      });
    } finally {
      release?.();
    }
    if (outgoing.writableEnded) return;
    await discardRest(incoming);
    outgoing.end();
  };
}

function toRequest(incoming: IncomingMessage, method: string): Request {
  const url = incoming.url?.startsWith('/') ? incoming.url : '/';
  // Remix would treat a path that ends in `.data` as a single-fetch request for another path.
  const path = url.replace(/\.data(?=\?|$)/, '%2Edata');
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  return new Request(`http://bridge${path}`, {
    method: fetchMethods.has(method) ? method : 'POST',
    headers,
  });
}

/**
 * @param whole false if the client may still be sending the body. In that case the connection is closed later, when the rest
 *   of the body was discarded
 */
async function write(
  response: Response,
  outgoing: ServerResponse,
  method: string,
  whole: boolean,
): Promise<void> {
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : null;
  // A 304 response gets no length, because that would have to be the length of the 200 response (RFC 9110, 8.6).
  const headers = response.status === 304 ? [] : ['content-length', String(body?.byteLength ?? 0)];
  for (const [name, value] of response.headers) headers.push(name, value);
  for (const [name, value] of securityHeaders)
    if (!response.headers.has(name)) headers.push(name, value);
  // The connection must be closed after the response, because the unread rest of the body would be parsed as the next
  // request.
  if (!whole) headers.push('connection', 'close');
  outgoing.writeHead(response.status, headers);
  const payload = method === 'HEAD' ? null : body;
  if (whole) outgoing.end(payload);
  else if (payload) outgoing.write(payload);
  else outgoing.flushHeaders();
}

const emptyBody = new Uint8Array();
