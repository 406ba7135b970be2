import type { Allowance } from './allowance.ts';
import { plainHost } from './allowance.ts';
import { OutboundError } from './outbound-error.ts';
import { isPublic, readAddress } from './public-address.ts';

/** An address that may be asked, as far as it can be told before its name is looked up. */
export type Target = {
  url: URL;
  /** The name or literal address to connect to, without brackets and without a dot at its end. */
  host: string;
  /** Checks an address that the name leads to. @throws OutboundError if it may not be connected to */
  check: (address: string) => void;
};

/** Longer than any that is of use. */
const longest = 2_000;

/** Below are the ports of services that are no web servers, all but one. */
const firstFreePort = 1024;

/**
 * Checks an address that a user gave: https, without credentials, at a port of web servers, and if its host is a
 * literal address, a public one. What the operator allows may be http, not public and at any port.
 *
 * @throws OutboundError
 */
export function checkUrl(text: string, allowance: Allowance): Target {
  // Parsed as browsers do: `http://0x7f.1` and `http://2130706433` are 127.0.0.1 from here on.
  const url = text.length <= longest && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname === '') throw new OutboundError('invalid_url');
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw new OutboundError('https_required');
  if (url.username !== '' || url.password !== '') throw new OutboundError('credentials_in_url');

  const host = plainHost(url.hostname.replace(/^\[|\]$/g, ''));
  const port = Number(url.port || (isPlain ? 80 : 443));
  const isAllowedHost = allowance.host(host);

  const check = (found: string) => {
    const address = readAddress(found);
    if (!address) throw new OutboundError('not_public');
    if (isAllowedHost || allowance.address(address)) return;
    if (!isPublic(address)) throw new OutboundError('not_public');
    if (isPlain) throw new OutboundError('https_required');
    if (port !== 443 && port < firstFreePort) throw new OutboundError('port_not_allowed');
  };
  // A lookup is not called for a literal address, so it is checked here.
  if (readAddress(host)) check(host);
  return { url, host, check };
}
