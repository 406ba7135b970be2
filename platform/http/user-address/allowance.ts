import ipaddr from 'ipaddr.js';

type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * All IPv6 addresses that IANA has allocated for public use (RFC 4291, 2.4; IPv6 global unicast
 * registry).
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known NAT64 prefix (RFC 6052). 64:ff9b:1::/48 is for local use (RFC 8215). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The address of Azure's metadata service, which every virtual machine at Azure can reach. This is an ordinary unicast
 * address, so it must be excluded separately.
 */
const azureMetadata = '168.63.129.16';

/**
 * Parses a literal address; IPv4-mapped IPv6 (RFC 4291, 2.5.5.2) becomes IPv4.
 *
 * @returns null if the text is not a valid address
 */
export function parseAddress(text: string): ParsedAddress | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}

/**
 * Whether an address is on the public internet. An IPv6 address that embeds an IPv4 address, for a translator or tunnel, is
 * public if the IPv4 address is public.
 */
export function isPublic(address: ParsedAddress): boolean {
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
      // Other addresses are local, reserved or, like Teredo and mapped addresses, not used by servers.
      return null;
  }
}

type Address = NonNullable<ReturnType<typeof parseAddress>>;

/** Non-public hosts and networks that the operator allows for users' addresses. */
export type Allowance = {
  /** Whether a host is allowed by its name, regardless of the address to which it resolves. */
  host: (hostname: string) => boolean;
  /** Whether the operator allows at least one network. If so, a name may resolve to an allowed address. */
  hasNetworks: boolean;
  /** Whether an address is in an allowed network. */
  address: (address: Address) => boolean;
};

const hostname = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/i;

const isNetwork = (entry: string) =>
  parseAddress(entry.split('/')[0] ?? '') !== null && ipaddr.isValidCIDR(entry);

/** Normalizes a host name: lower case, no trailing dot. */
export const normalizeHost = (host: string) => host.toLowerCase().replace(/\.$/, '');

/**
 * Parses `WEBHOOK_ALLOW`: comma-separated host names, addresses and networks in CIDR notation.
 *
 * @throws Error that names the invalid entry
 */
export function readAllowance(text: string): Allowance {
  const hosts = new Set<string>();
  const networks: [Address, number][] = [];
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    const address = parseAddress(entry);
    if (address) networks.push([address, address instanceof ipaddr.IPv4 ? 32 : 128]);
    else if (isNetwork(entry)) networks.push(ipaddr.parseCIDR(entry));
    else if (hostname.test(entry) && !/^[\d.]+$/.test(entry)) hosts.add(normalizeHost(entry));
    else throw new Error(`'${entry}' is not a host name, address or network`);
  }
  return {
    host: (name) => hosts.has(normalizeHost(name)),
    hasNetworks: networks.length > 0,
    address: (address) =>
      networks.some(
        ([network, bits]) =>
          network.kind() === address.kind() &&
          (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits),
      ),
  };
}
