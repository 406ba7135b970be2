import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '#platform/https-only.ts';

type Site = {
  /** The site's public origin. */
  origin: string;
  /** Whether any host name in the request is accepted, for development. */
  anyName: boolean;
  /** A path that accepts forms from other sites. Its route must authenticate these forms itself. */
  openPath?: string;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const rejection = 'Cross-site request rejected.\n';

/**
 * Rejects state-changing requests that do not come from the site's own pages. Browsers name the origin of a request in
 * `Origin`, or at least in `Sec-Fetch-Site`. Remix compares `Origin` with the host too, but not for resource routes,
 * `?_data=` requests and requests without `Origin`. The `Host` of an accepted request is set to our own host name, because a
 * proxy may have written another name.
 */
export function rejectCrossSite({ origin, anyName, openPath }: Site) {
  const { host, hostname } = new URL(origin);
  // A site on a loopback address may be opened under any of the machine's loopback names.
  const isAllowedAlias = (from: string) =>
    anyName || (isLoopback(hostname) && URL.canParse(from) && isLoopback(new URL(from).hostname));
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const [path] = (request.url ?? '').split('?');
    if (safeMethods.has(request.method ?? '') || path === openPath) {
      next();
      return;
    }
    const from = request.headers.origin;
    const isOwnOrigin = from === origin;
    const isSameSite =
      from === undefined
        ? request.headers['sec-fetch-site'] === 'same-origin'
        : isOwnOrigin || (isAllowedAlias(from) && toHost(from) === request.headers.host);
    if (!isSameSite) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(rejection);
      return;
    }
    delete request.headers['x-forwarded-host'];
    if (isOwnOrigin) request.headers.host = host;
    next();
  };
}

const toHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * Methods that a Fetch request cannot have (https://fetch.spec.whatwg.org/#forbidden-method); Node
 * accepts TRACE.
 */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Rejects methods that no page supports, before a Fetch request is built. */
export function rejectMethods(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (!forbidden.has(method)) {
    next();
    return;
  }
  response.writeHead(405, {
    allow: 'GET, HEAD, POST',
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end('Pages take GET, HEAD and POST.\n');
}
