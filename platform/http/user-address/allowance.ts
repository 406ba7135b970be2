import ipaddr from 'ipaddr.js';
import { readAddress } from './public-address.ts';

type Address = NonNullable<ReturnType<typeof readAddress>>;

/** What an operator lets users' addresses reach although it is not public. */
export type Allowance = {
  /** Whether a host is allowed by its name, wherever that leads. */
  host: (hostname: string) => boolean;
  /** Whether an address is in a network that is allowed. */
  address: (address: Address) => boolean;
};

const hostname = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/i;

const isNetwork = (entry: string) =>
  readAddress(entry.split('/')[0] ?? '') !== null && ipaddr.isValidCIDR(entry);

/** Host names as they are compared: in lower case, without the dot of the root. */
export const plainHost = (host: string) => host.toLowerCase().replace(/\.$/, '');

/**
 * Reads `WEBHOOK_ALLOW`: host names, addresses and networks in CIDR notation, with commas between.
 *
 * @throws Error naming the entry that is none of these
 */
export function readAllowance(text: string): Allowance {
  const hosts = new Set<string>();
  const networks: [Address, number][] = [];
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    const address = readAddress(entry);
    if (address) networks.push([address, address instanceof ipaddr.IPv4 ? 32 : 128]);
    else if (isNetwork(entry)) networks.push(ipaddr.parseCIDR(entry));
    else if (hostname.test(entry) && !/^[\d.]+$/.test(entry)) hosts.add(plainHost(entry));
    else throw new Error(`'${entry}' is no host name, address or network`);
  }
  return {
    host: (name) => hosts.has(plainHost(name)),
    address: (address) =>
      networks.some(
        ([network, bits]) =>
          network.kind() === address.kind() &&
          (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits),
      ),
  };
}
