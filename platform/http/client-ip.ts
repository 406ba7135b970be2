import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

type From = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * The client's address for rate limits: the IPv4 address, or the /64 network of an IPv6 one, since a client with one IPv6
 * address has 2^64 of them.
 *
 * @param proxies number of the operator's proxies before the server; each appends the address of its peer to
 *   `X-Forwarded-For`. Earlier entries may be forged by the client.
 */
export function rateLimitAddress(from: From, proxies: number): string {
  return rateLimitNetwork(readAddress(from, proxies));
}

/**
 * The client's exact address, for IP allow lists.
 *
 * @param proxies see `rateLimitAddress`
 * @returns an IP address, IPv4-mapped IPv6 as IPv4; empty if a proxy wrote something else
 */
export function clientIp(from: From, proxies: number): string {
  const address = normalize(readAddress(from, proxies));
  return isIP(address) ? address : '';
}

/** The address from the connection, or from the proxy that we trust. */
function readAddress({ socket, headers }: From, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const hops = [...forwarded.split(','), socket.remoteAddress ?? ''].map((at) => at.trim());
  return hops[Math.max(0, hops.length - 1 - proxies)] || (socket.remoteAddress ?? '');
}

/**
 * Normalizes an IPv6 address (RFC 4291, 2.2): shortened, lower case, no leading zeros; IPv4-mapped
 * as IPv4. Other text is returned as it is.
 */
function normalize(address: string): string {
  if (!isIPv6(address)) return address;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1] ?? short;
}

/** The part of an address that rate limits count: the IPv4 address, or the /64 network. */
export function rateLimitNetwork(written: string): string {
  const address = normalize(written);
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/**
 * The network around an address that one customer of a provider may hold: /24 for IPv4 and /48 for
 * IPv6.
 *
 * @param counted an address from `rateLimitNetwork`
 */
export function toWiderNetwork(counted: string): string {
  if (isIPv4(counted)) return counted.replace(/\d+$/, '0/24');
  if (!counted.endsWith('::/64')) return counted;
  return `${counted.split(':').slice(0, 3).join(':')}::/48`;
}
