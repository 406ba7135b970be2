import type { IncomingMessage } from 'node:http';

const absolute = /^https?:\/\/[^/?#\s]+/i;

/**
 * The path and query of a request. A target may also be a whole address, which servers must accept (RFC 9112, 3.2.2), or
 * `*` for the server itself, with OPTIONS alone (3.2.4).
 *
 * @returns null if it is neither
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
 * Whether a request has more than one Host, which is answered with 400 (RFC 9112, 3.2): a proxy in front of us may have
 * chosen by the other one. Node refuses requests without any.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * An address without the query `_data`. Remix took it for a request of its scripts once, and still writes an error line for
 * each; with us it is a query like any other.
 */
export function withoutData(address: string): string {
  const [path, query] = address.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if (!parameters.has('_data')) return address;
  parameters.delete('_data');
  return parameters.size > 0 ? `${path}?${parameters}` : `${path}`;
}
