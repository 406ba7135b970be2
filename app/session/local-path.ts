/**
 * A path of this site that a visitor may be sent to.
 *
 * What a browser would take for another site is none: `//host`, a scheme, and a backslash, tab or
 * line break, which browsers read as a slash or leave out (https://url.spec.whatwg.org/#url-parsing).
 *
 * @returns the path, spelled as a header may carry it, or null
 */
export function localPath(given: unknown): string | null {
  if (typeof given !== 'string' || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(given)) return null;
  const base = 'http://here.invalid';
  if (!URL.canParse(given, base)) return null;
  const { origin, pathname, search, hash } = new URL(given, base);
  // Resolving may bring two slashes to the front.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : null;
}
