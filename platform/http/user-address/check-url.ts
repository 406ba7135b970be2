import { type Allowance, isPublic, normalizeHost, parseAddress } from './allowance.ts';
import { OutboundError } from './outbound-error.ts';

/** A target that has passed all checks that are possible before its host name is resolved. */
export type Target = {
  url: URL;
  /** The host name or literal address, without brackets and trailing dot. */
  host: string;
  /** Checks a resolved address. @throws OutboundError if connecting to it is not allowed */
  check: (address: string) => void;
};

/** The maximum length of a URL, which no useful URL exceeds. */
const maxUrlLength = 2_000;

/** Whether a port belongs to a service other than a web server with https. */
const isServicePort = (port: number): boolean => port !== 443 && port < 1024;

const portOf = ({ port, protocol }: URL): number =>
  Number(port || (protocol === 'http:' ? 80 : 443));

/**
 * Validates a URL from a user: it must have https, no credentials, a port that a web server may use, and a public address if
 * its host is a literal address. A target that the operator allows may also have http, a non-public address and any port.
 *
 * @throws OutboundError
 */
export function checkUrl(text: string, allowance: Allowance): Target {
  // The URL is parsed as in browsers: `http://0x7f.1` and `http://2130706433` become 127.0.0.1.
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname === '') throw new OutboundError('invalid_url');
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw new OutboundError('https_required');
  if (url.username !== '' || url.password !== '') throw new OutboundError('credentials_in_url');

  const host = normalizeHost(url.hostname.replace(/^\[|\]$/g, ''));
  const port = portOf(url);
  const isAllowedHost = allowance.host(host);

  const check = (found: string) => {
    const address = parseAddress(found);
    if (!address) throw new OutboundError('not_public');
    if (isAllowedHost || allowance.address(address)) return;
    if (!isPublic(address)) throw new OutboundError('not_public');
    if (isPlain) throw new OutboundError('https_required');
    if (isServicePort(port)) throw new OutboundError('port_not_allowed');
  };
  // A literal address is not resolved, so it is checked here.
  if (parseAddress(host)) check(host);
  return { url, host, check };
}

/**
 * Matches names that no public name server knows: single words, those of RFC 6761, 6762, 7686 and 8375, and ICANN's `internal`.
 */
const localName =
  /^[^.]+$|\.(?:localhost|local|internal|localdomain|test|invalid|onion|home\.arpa)$/;

/** Matches host names: up to 253 characters, in labels of 1 to 63 that neither begin nor end with a hyphen (RFC 1123, 2.1). */
const hostName = /^(?=.{1,253}$)(?!-)[^.]{1,63}(?<!-)(?:\.(?!-)[^.]{1,63}(?<!-))*$/;

/**
 * Checks a URL before it is stored. Its host name is not resolved, but names that cannot be public, and ports that no request
 * may use, are rejected.
 *
 * @throws OutboundError
 */
export function checkNewUrl(text: string, allowance: Allowance): void {
  const { url, host } = checkUrl(text, allowance);
  if (/\p{Cc}/u.test(text)) throw new OutboundError('invalid_url');
  if (!parseAddress(host) && !hostName.test(host)) throw new OutboundError('invalid_url');
  // A name may resolve to an address that the operator allows.
  if (allowance.host(host) || allowance.hasNetworks || parseAddress(host)) return;
  if (localName.test(host)) throw new OutboundError('not_public');
  if (url.protocol === 'http:') throw new OutboundError('https_required');
  if (isServicePort(portOf(url))) throw new OutboundError('port_not_allowed');
}
