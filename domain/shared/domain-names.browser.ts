/** The last label of a domain: letters, or punycode as of `.भारत`, which is `xn--h2brj9c` (RFC 5890). */
const lastLabel = '(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})';

/** A domain as it is written in ASCII, for a larger pattern. */
export const domainPattern = `(?:[a-z0-9-]{1,63}\\.){1,8}${lastLabel}`;

/**
 * Says how an address with letters beyond ASCII is written: browsers and operators compare it in ASCII.
 *
 * @returns a sentence; null if it has none, or is no address
 */
export function findAsciiForm(address: string): string | null {
  if (!/[^\x20-\x7e]/.test(address)) return null;
  const [, scheme = '', user = '', host = '', rest = ''] =
    /^([a-z]+:\/\/)?([^@/\s]*@)?([^/?#\s]+)(.*)$/i.exec(address) ?? [];
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null;
  if (url === null || !url.hostname.includes('xn--') || /[^\x20-\x7e]/.test(user + rest)) {
    return 'Please write it in ASCII letters.';
  }
  return `Please write its domain in ASCII: ${scheme}${user}${url.hostname}${rest}`;
}
