import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** All that IANA has given to the public so far (RFC 4291, 2.4; the IPv6 global unicast registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known prefix of NAT64 (RFC 6052). 64:ff9b:1::/48 is for networks' own use (RFC 8215). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Unicast, but the metadata service of Azure: it answers on every virtual machine there. */
const azureMetadata = '168.63.129.16';

/** Reads a literal address; IPv4 within IPv6 (RFC 4291, 2.5.5.2) is IPv4. @returns null if it is none */
export function readAddress(text: string): Address | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}

/**
 * Whether packets to an address leave for the public internet. An IPv6 address that carries an IPv4 one to a
 * translator or tunnel is as public as what it carries.
 */
export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureMetadata;
  }
  const range = address.range();
  if (range === 'unicast') return address.match(globalUnicast);
  const carried = carriedBy(address, range);
  return carried !== null && isPublic(carried);
}

function carriedBy(address: ipaddr.IPv6, range: string): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  switch (range) {
    case 'rfc6052':
      return address.match(nat64) ? new ipaddr.IPv4(bytes.slice(12)) : null;
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      // The rest is local, reserved or, as Teredo and mapped addresses, of no use to a server.
      return null;
  }
}
