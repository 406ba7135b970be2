/**
 * An address as routes can be looked for: whoever looks for them throws at some, which would then be in
 * the log as our fault, and takes long over others.
 *
 * - Of a path that cannot be decoded, each `%` is taken for the character itself. So it is with one that
 *   would begin with `/\`, which an address takes for `//` and the name of a host. Such an address leads
 *   nowhere, and is answered like any other that does.
 * - Dots that lead up are followed here, before anything is decided by how a path begins: what reads it
 *   later follows them too.
 * - Slashes in a row are one, as proxies have it: the router's own pattern for those at an end takes the
 *   square of their number.
 *
 * @param url path and query, as in a request's first line
 */
export function normalizePath(url: string): string {
  if (!url.startsWith('/')) return url;
  const [path = '', ...query] = url.split('?');
  const plain = resolved(path).replaceAll(/\/{2,}/g, '/');
  return [isReadable(plain) ? plain : plain.replaceAll('%', '%25'), ...query].join('?');
}

/** What an address makes of a path (https://url.spec.whatwg.org/#path-state). */
const resolved = (path: string): string =>
  /\/\.|%2e|\\/i.test(path) ? new URL(`http://any${path}`).pathname : path;

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).startsWith('/\\');
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
