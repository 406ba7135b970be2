import type { IncomingMessage } from 'node:http';
import { isLoopback } from '#platform/https-only.ts';

/** Maximum number of headers of a request. */
export const maxHeaders = 100;

const absolute = /^https?:\/\/[^/?#\s]+/i;

/**
 * Returns the path and query of a request. The request's target may also be a whole URL, which servers must accept (RFC 9112,
 * 3.2.2). With OPTIONS, the target may also be `*`, which means the server itself (3.2.4).
 *
 * @returns null for any other target
 */
export function toOriginForm({ url = '', method }: Pick<IncomingMessage, 'url' | 'method'>) {
  if (url.startsWith('/')) return url;
  if (url === '*') return method === 'OPTIONS' ? '/' : null;
  const origin = absolute.exec(url)?.[0];
  if (origin === undefined) return null;
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Matches a valid Host: a name or an IPv6 address, and optionally a port (RFC 3986, 3.2.2). A Host is empty if the target has
 * no authority.
 */
const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Whether a request has an invalid Host, or more than one. Such a request must be answered with 400 (RFC 9112, 3.2), because
 * a proxy in front of us may have used a different Host to route the request. Node rejects requests without a Host.
 */
export function hasWrongHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (!validHost.test(rawHeaders[at + 1] ?? '')) return true;
    hosts += 1;
  }
  return hosts > 1;
}

/**
 * Whether a body has a transfer coding that we do not read, such as `gzip, chunked`. Such a request must be answered with 501
 * (RFC 9112, 6.1). Node undoes only the chunks, so without this check the body would be read as if it had no other coding.
 */
export function hasUnreadTransferCoding({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.toLowerCase() !== 'chunked';
}

/**
 * Removes the parameter `_data` from a URL. The parameter has no meaning for us, but earlier versions of Remix sent it, and
 * Remix logs an error for each request with it.
 */
export function withoutData(address: string): string {
  const [path, query] = address.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if (!parameters.has('_data')) return address;
  parameters.delete('_data');
  return parameters.size > 0 ? `${path}?${parameters}` : `${path}`;
}

/**
 * Normalizes a URL path before routing. Remix's matcher throws on invalid percent-encoding, which is logged as a 500.
 * Also, the time of the matcher grows with the square of the number of trailing slashes.
 *
 * - In a path that cannot be decoded, every `%` is escaped. The same applies to a path that decodes to a leading `/\`,
 *   because URL parsers read this as `//` and a host name. Such a path matches no route and gets a 404.
 * - Dot segments are resolved here, because later code resolves them too, and all code must see the same first
 *   segments.
 * - Repeated slashes are merged, as proxies do.
 *
 * @param url the path and query of the request line
 */
export function normalizePath(url: string): string {
  if (!url.startsWith('/')) return url;
  const [path = '', ...query] = url.split('?');
  const plain = resolveDots(path).replaceAll(/\/{2,}/g, '/');
  return [isDecodable(plain) ? plain : plain.replaceAll('%', '%25'), ...query].join('?');
}

/** Resolves dot segments like a URL parser (https://url.spec.whatwg.org/#path-state). */
const resolveDots = (path: string): string =>
  /\/\.|%2e|\\/i.test(path) ? new URL(`http://any${path}`).pathname : path;

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).startsWith('/\\');
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Returns the origin under which a visitor uses the site. A redirect to another site and back needs this origin, because
 * cookies belong to one host. The result is the public origin. For a site with a loopback address, the result is the loopback
 * name that the visitor uses.
 *
 * @param publicUrl the site's own address
 */
export function visitedOrigin(request: Request, publicUrl: string): string {
  const site = new URL(publicUrl);
  const address = `${site.protocol}//${request.headers.get('host')}`;
  if (!isLoopback(site.hostname) || !URL.canParse(address)) return site.origin;
  const visited = new URL(address);
  return isLoopback(visited.hostname) ? visited.origin : site.origin;
}
