import ipaddr from 'ipaddr.js';
import { parseAddress } from './public-address.ts';

type Address = NonNullable<ReturnType<typeof parseAddress>>;

/** Non-public hosts and networks that the operator allows for users' addresses. */
export type Allowance = {
  /** Whether a host is allowed by name, whatever it resolves to. */
  host: (hostname: string) => boolean;
  /** Whether there are networks, into which a name may lead. */
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
 * @throws Error naming the invalid entry
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
