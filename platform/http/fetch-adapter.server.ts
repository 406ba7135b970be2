import type { IncomingMessage, ServerResponse } from 'node:http';
import { serverSettings } from '#platform/server-settings.ts';
import { logger } from '../logger.ts';
import { clientIp, rateLimitAddress } from './client-ip.ts';
import { readBody } from './read-body.server.ts';
import { recordRequestMetrics } from './request-metrics.server.ts';
import { apiSecurityHeaders } from './security-headers.ts';

/** What a request handler is given beside the `Request`. */
export type ApiRequestContext = {
  /** The method as received; the `Request` shows POST for methods that no route knows. */
  method: string;
  /** The body, whole. It was read here, once, so that its size is checked as it arrives. */
  rawBody: Uint8Array;
  /** Where the request comes from, as limits count it. */
  clientAddress: string;
  /** Where it comes from: the address itself, or empty. */
  exactAddress: string;
  /** Set by who handles it: the route by which the request is counted. */
  endpoint?: string;
};

type FetchHandler = (request: Request, context: ApiRequestContext) => Promise<Response>;

const fixed = Object.entries(apiSecurityHeaders);

/** Those that loaders and actions are for. Remix would take OPTIONS to a loader, as if something were read. */
const fetchMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Leads a Node request to a Fetch handler and its answer back: the body is collected, one
 * `Request` made, and the answer written in one piece. For programs, who want neither streams
 * nor middleware, this takes about two thirds of what an Express adapter takes.
 *
 * @param maxBody bytes; of a longer body one byte more is read, for the handler to refuse it
 */
export function createFetchAdapter(handle: FetchHandler, { maxBody }: { maxBody: number }) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let began = performance.now();
    try {
      const { bytes, whole } = await readBody(incoming, maxBody);
      began = performance.now();
      const method = incoming.method ?? 'GET';
      const context: ApiRequestContext = {
        method,
        rawBody: bytes,
        clientAddress: rateLimitAddress(incoming, serverSettings.TRUSTED_PROXIES),
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
    }
  };
}

function toRequest(incoming: IncomingMessage, method: string): Request {
  const asked = incoming.url?.startsWith('/') ? incoming.url : '/';
  // With a literal `.data` at its end Remix takes a path for a question of its own script, about another path.
  const path = asked.replace(/\.data(?=\?|$)/, '%2Edata');
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
  }
  return new Request(`http://bridge${path}`, {
    method: fetchMethods.has(method) ? method : 'POST',
    headers,
  });
}

async function write(
  response: Response,
  outgoing: ServerResponse,
  method: string,
  whole: boolean,
): Promise<void> {
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : null;
  // A 304 has none of its own: it would be that of the body which is not sent (RFC 9110, 8.6).
  const headers = response.status === 304 ? [] : ['content-length', String(body?.byteLength ?? 0)];
  for (const [name, value] of response.headers) headers.push(name, value);
  for (const [name, value] of fixed) if (!response.headers.has(name)) headers.push(name, value);
  // The rest of a body that was not read would be taken for the next request.
  if (!whole) headers.push('connection', 'close');
  outgoing.writeHead(response.status, headers);
  outgoing.end(method === 'HEAD' ? null : body);
}
