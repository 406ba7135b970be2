import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * All IPv6 addresses that IANA has allocated for public use (RFC 4291, 2.4; IPv6 global unicast
 * registry).
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known NAT64 prefix (RFC 6052). 64:ff9b:1::/48 is for local use (RFC 8215). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The metadata service of Azure, reachable from every virtual machine there although it is unicast.
 */
const azureMetadata = '168.63.129.16';

/**
 * Parses a literal address; IPv4-mapped IPv6 (RFC 4291, 2.5.5.2) becomes IPv4.
 *
 * @returns null if it is not valid
 */
export function parseAddress(text: string): Address | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}

/**
 * Whether an address is on the public internet. An IPv6 address that embeds an IPv4 address for a
 * translator or tunnel is public if that one is.
 */
export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureMetadata;
  }
  const range = address.range();
  if (range === 'unicast') return address.match(globalUnicast);
  const embedded = findEmbeddedIpv4(address, range);
  return embedded !== null && isPublic(embedded);
}

function findEmbeddedIpv4(address: ipaddr.IPv6, range: string): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  switch (range) {
    case 'rfc6052':
      return address.match(nat64) ? new ipaddr.IPv4(bytes.slice(12)) : null;
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      // The others are local, reserved or, like Teredo and mapped addresses, not used by servers.
      return null;
  }
}
