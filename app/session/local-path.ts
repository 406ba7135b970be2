/**
 * Validates a path on this site to which a visitor may be redirected.
 *
 * Rejects every path that a browser would resolve to another site: `//host`, a scheme, and a backslash, tab or line break,
 * which browsers treat as a slash or ignore (https://url.spec.whatwg.org/#url-parsing).
 *
 * @returns the path, encoded for a header, or null
 */
export function localPath(given: unknown): string | null {
  if (typeof given !== 'string' || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(given)) return null;
  const base = 'http://here.invalid';
  if (!URL.canParse(given, base)) return null;
  const { origin, pathname, search, hash } = new URL(given, base);
  // Resolving may produce a path that begins with two slashes.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : null;
}
