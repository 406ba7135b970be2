import type { IncomingMessage } from 'node:http';
import { isLoopback } from '#platform/https-only.ts';

const absolute = /^https?:\/\/[^/?#\s]+/i;

/**
 * The path and query of a request. A target may also be a whole address, which servers must accept (RFC 9112, 3.2.2), or,
 * only with OPTIONS, `*` for the server itself (3.2.4).
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

/** A name or an IPv6 address, and a port (RFC 3986, 3.2.2); empty if the target has no authority. */
const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Whether a request has more than one Host or an invalid one, which is answered with 400 (RFC 9112, 3.2): a proxy in front
 * of us may have routed by another one. Node rejects requests without a Host.
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
 * Removes the query `_data` from an address. Earlier versions of Remix used it for requests of their scripts, and Remix
 * still logs an error for each; here it has no meaning.
 */
export function withoutData(address: string): string {
  const [path, query] = address.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if (!parameters.has('_data')) return address;
  parameters.delete('_data');
  return parameters.size > 0 ? `${path}?${parameters}` : `${path}`;
}

/**
 * Normalizes a URL path before routing. Remix's matcher throws on invalid percent-encoding (logged as a 500), and its time
 * is quadratic in trailing slashes.
 *
 * - In a path that cannot be decoded, every `%` is escaped. The same applies to one that decodes to a leading `/\`, which
 *   URL parsers read as `//` and a host name. Such a path matches no route and gets a 404.
 * - Dot segments are resolved first, because later code resolves them too and must see the same prefix.
 * - Repeated slashes are merged, as proxies do.
 *
 * @param url path and query, as in the request line
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
 * The origin under which a visitor uses the site, for redirects to other sites and back, because cookies belong to one host.
 * It is the public origin, except on a loopback address, where any loopback name may be used.
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
