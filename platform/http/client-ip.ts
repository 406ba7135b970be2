import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

type From = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Returns the client's address for rate limits: the IPv4 address, or the /64 network of an IPv6 address, because a client with
 * one IPv6 address usually has all 2^64 addresses of that network.
 *
 * @param proxies number of the operator's proxies in front of the server. Each of them appends the address of its peer to
 *   `X-Forwarded-For`. Earlier entries are not trusted, because the client may have forged them.
 */
export function rateLimitAddress(from: From, proxies: number): string {
  return rateLimitNetwork(readAddress(from, proxies));
}

/**
 * Returns the client's exact address, for IP allow lists.
 *
 * @param proxies see `rateLimitAddress`
 * @returns an IP address (an IPv4-mapped IPv6 address is written as IPv4); empty if a proxy wrote a text that is not an IP
 *   address
 */
export function clientIp(from: From, proxies: number): string {
  const address = normalize(readAddress(from, proxies));
  return isIP(address) ? address : '';
}

/** Reads the address from the connection, or from the header if there are trusted proxies. */
function readAddress({ socket, headers }: From, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const hops = [...forwarded.split(','), socket.remoteAddress ?? ''].map((at) => at.trim());
  return hops[Math.max(0, hops.length - 1 - proxies)] || (socket.remoteAddress ?? '');
}

/**
 * Normalizes an IPv6 address (RFC 4291, 2.2): shortened, in lower case, without leading zeros; an IPv4-mapped address becomes
 * IPv4. Any other text is returned unchanged.
 */
function normalize(address: string): string {
  if (!isIPv6(address)) return address;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1] ?? short;
}

/** Returns the part of an address by which rate limits count: the IPv4 address, or the /64 network of an IPv6 address. */
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
 * Returns the wider network that one customer of a provider may have: /24 for IPv4, /48 for IPv6.
 *
 * @param counted an address from `rateLimitNetwork`
 */
export function toWiderNetwork(counted: string): string {
  if (isIPv4(counted)) return counted.replace(/\d+$/, '0/24');
  if (!counted.endsWith('::/64')) return counted;
  return `${counted.split(':').slice(0, 3).join(':')}::/48`;
}
