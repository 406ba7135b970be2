/**
 * A path of this site that a visitor may be sent to.
 *
 * What a browser would take for another site is none: `//host`, a scheme, and a backslash, tab or
 * line break, which browsers read as a slash or leave out (https://url.spec.whatwg.org/#url-parsing).
 *
 * @returns the path as it was given, or null
 */
export function localPath(given: unknown): string | null {
  if (typeof given !== 'string' || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(given)) return null;
  const base = 'http://here.invalid';
  return URL.canParse(given, base) && new URL(given, base).origin === base ? given : null;
}
