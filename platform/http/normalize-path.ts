/**
 * Normalizes a URL path before routing. Remix's matcher throws on invalid percent-encoding (logged as a
 * 500), and its time is quadratic in trailing slashes.
 *
 * - In a path that cannot be decoded, every `%` is escaped. The same applies to one that decodes to a leading
 *   `/\`, which URL parsers read as `//` and a host name. Such a path matches no route and gets a 404.
 * - Dot segments are resolved first, as later code resolves them too and must see the same prefix.
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
