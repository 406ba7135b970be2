/**
 * An address whose path can be decoded: of one that cannot, each `%` is taken for the character itself.
 * Such an address leads nowhere, and is to be answered like any other that does; what would decode it on
 * the way throws, and would be in the log as our fault.
 *
 * @param url path and query, as in a request's first line
 */
export function readablePath(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (isReadable(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
