import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '#platform/https-only.ts';

type Site = {
  /** The origin at which people know the site. */
  origin: string;
  /** Whether any name by which the request was made will do too: in development there are several. */
  anyName: boolean;
  /** A path to which other sites may send forms: what it is sent proves by itself that it may be. */
  openPath?: string;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const sentence = 'Cross-site request rejected.\n';

/**
 * Lets a request that changes something through only from our own pages. Browsers say where one
 * comes from in `Origin`, and those that leave it out in `Sec-Fetch-Site`.
 *
 * Remix compares `Origin` with the host by itself, but not for resource routes, for `?_data=`
 * requests, and for requests without `Origin`. What is let through has our host's name from here
 * on, whatever a proxy wrote there.
 */
export function rejectCrossSite({ origin, anyName, openPath }: Site) {
  const { host, hostname } = new URL(origin);
  // A site on this machine is reached by each of the machine's own names, and by nobody else.
  const isOther = (from: string) =>
    anyName || (isLoopback(hostname) && URL.canParse(from) && isLoopback(new URL(from).hostname));
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const [path] = (request.url ?? '').split('?');
    if (safeMethods.has(request.method ?? '') || path === openPath) {
      next();
      return;
    }
    const from = request.headers.origin;
    const byOurName = from === origin;
    const ours =
      from === undefined
        ? request.headers['sec-fetch-site'] === 'same-origin'
        : byOurName || (isOther(from) && hostOf(from) === request.headers.host);
    if (!ours) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(sentence);
      return;
    }
    delete request.headers['x-forwarded-host'];
    if (byOurName) request.headers.host = host;
    next();
  };
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
