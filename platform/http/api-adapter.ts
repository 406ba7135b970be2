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

/** The context that a handler gets in addition to the request. */
export type ApiRequestContext = {
  /** The original method; a Fetch `Request` has POST for unknown methods. */
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

/** The headers of a request: the part of the Fetch API's `Headers` that handlers use. */
export type RequestHeaders = Pick<Headers, 'get' | 'has'> & Iterable<[string, string]>;

/**
 * A request without its body; the context has the body. Creating a Fetch `Request` would take a fifth of the processor
 * time of accepting a message, so only routes of Remix get a Fetch `Request`.
 */
export type PlainRequest = {
  /** The path and the query, as in the request line. */
  url: string;
  headers: RequestHeaders;
};

/** A whole response. */
export type PlainResponse = {
  status: number;
  /** Each key is the name of a header in lower case. A list stands for a header that is sent several times. */
  headers: Map<string, string | string[]>;
  body: string | Uint8Array | null;
};

export type PlainHandler = (
  request: PlainRequest,
  context: ApiRequestContext,
) => Promise<PlainResponse>;

type FetchHandler = (request: Request, context: ApiRequestContext) => Promise<Response>;

const securityHeaders = Object.entries(apiSecurityHeaders);

/** Methods that a Fetch request may have here. OPTIONS is not one of them, because Remix would run a loader for it. */
const fetchMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const requestsTotal = counter({
  name: `${product.slug}_http_requests_total`,
  help: 'Responses by endpoint: the route of the endpoint, or "pages" for all pages.',
  labelNames: ['endpoint', 'method', 'status'],
});

const requestSeconds = histogram({
  name: `${product.slug}_http_request_seconds`,
  help: 'Time from the complete request to the complete response, in seconds.',
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

/** Reads the request's headers as Node parsed them. Node joins repeated headers with commas, or keeps the first one. */
export const readHeaders = ({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): RequestHeaders => ({
  get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
  has: (name) => headers[name.toLowerCase()] !== undefined,
  *[Symbol.iterator]() {
    for (let i = 0; i < rawHeaders.length; i += 2) {
      yield [rawHeaders[i] ?? '', rawHeaders[i + 1] ?? ''];
    }
  },
});

/**
 * Adapts Node's requests to a handler of whole requests: reads the body, calls the handler, and writes the whole response at
 * once, without streams and middleware.
 */
export function createApiAdapter(handle: PlainHandler, bodies: BodyOptions) {
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
      const url = incoming.url?.startsWith('/') ? incoming.url : '/';
      const response = await handle({ url, headers: readHeaders(incoming) }, context);
      write(response, outgoing, method, whole);
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

/** Lets a Fetch handler, such as Remix's, handle plain requests. */
export const throughFetch =
  (handle: FetchHandler): PlainHandler =>
  async (request, context) =>
    fromFetchResponse(await handle(toFetchRequest(request, context), context));

function toFetchRequest({ url, headers }: PlainRequest, { method }: ApiRequestContext): Request {
  // Remix would treat a path that ends in `.data` as a single-fetch request for another path.
  const path = url.replace(/\.data(?=\?|$)/, '%2Edata');
  return new Request(`http://bridge${path}`, {
    method: fetchMethods.has(method) ? method : 'POST',
    headers: [...headers],
  });
}

/** Reads a Fetch response completely. */
export async function fromFetchResponse(response: Response): Promise<PlainResponse> {
  const headers = new Map<string, string | string[]>(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers.set('set-cookie', cookies);
  const body = response.body ? new Uint8Array(await response.arrayBuffer()) : null;
  return { status: response.status, headers, body };
}

/** Converts a Fetch request to a plain request, for a route of Remix that answers calls of the API. */
export function toPlainRequest({ url, headers }: Request): PlainRequest {
  const { pathname, search } = new URL(url);
  return { url: `${pathname}${search}`, headers };
}

/** Converts a plain response to a Fetch response. */
export function toFetchResponse({ status, headers, body }: PlainResponse): Response {
  const lines = [...headers].flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(body as BodyInit | null, { status, headers: lines });
}

/**
 * @param whole false if the client may still be sending the body. In that case the connection is closed later, when the rest
 *   of the body was discarded
 */
function write(
  { status, headers, body }: PlainResponse,
  outgoing: ServerResponse,
  method: string,
  whole: boolean,
): void {
  // A 304 response gets no length, because that would have to be the length of the 200 response (RFC 9110, 8.6).
  const lines: (string | string[])[] =
    status === 304 ? [] : ['content-length', String(body ? Buffer.byteLength(body) : 0)];
  for (const [name, value] of headers) lines.push(name, value);
  for (const [name, value] of securityHeaders) if (!headers.has(name)) lines.push(name, value);
  // The connection must be closed after the response, because the unread rest of the body would be parsed as the next
  // request.
  if (!whole) lines.push('connection', 'close');
  outgoing.writeHead(status, lines as string[]);
  const payload = method === 'HEAD' ? null : body;
  if (whole) outgoing.end(payload);
  else if (payload) outgoing.write(payload);
  else outgoing.flushHeaders();
}

const emptyBody = new Uint8Array();
