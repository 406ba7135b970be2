import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

type From = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Where a request comes from, as limits count it: the address, or of IPv6 the network, since whoever has
 * one address there has 2^64 of them.
 *
 * @param proxies how many of our own the request came through; each adds to `X-Forwarded-For` whom it got
 *   it from. What stands before their entries, the client may have written itself.
 */
export function rateLimitAddress(from: From, proxies: number): string {
  return rateLimitNetwork(writtenAddress(from, proxies));
}

/**
 * Where a request comes from: the address itself, for lists of addresses that its owner allows.
 *
 * @param proxies see `rateLimitAddress`
 * @returns an IP address, IPv4 within IPv6 as IPv4; empty if a proxy wrote something else
 */
export function clientIp(from: From, proxies: number): string {
  const address = inOneForm(writtenAddress(from, proxies));
  return isIP(address) ? address : '';
}

/** The address as the connection or the proxy that we trust has it. */
function writtenAddress({ socket, headers }: From, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const way = [...forwarded.split(','), socket.remoteAddress ?? ''].map((at) => at.trim());
  return way[Math.max(0, way.length - 1 - proxies)] || (socket.remoteAddress ?? '');
}

/**
 * One form for all the ways to write an IPv6 address (RFC 4291, 2.2): short, in lower case, without zeros in
 * front; and IPv4 within IPv6 as IPv4. What is no IPv6 address stays as it is.
 */
function inOneForm(address: string): string {
  if (!isIPv6(address)) return address;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1] ?? short;
}

/** An address as limits count it: itself, or of IPv6 the network, in one form. */
export function rateLimitNetwork(written: string): string {
  const address = inOneForm(written);
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/**
 * The network around an address, which one customer of a provider may hold as a whole: /24 of IPv4 and /48 of
 * IPv6.
 *
 * @param counted an address as `rateLimitNetwork` gives it
 */
export function widerNetworkOf(counted: string): string {
  if (isIPv4(counted)) return counted.replace(/\d+$/, '0/24');
  if (!counted.endsWith('::/64')) return counted;
  return `${counted.split(':').slice(0, 3).join(':')}::/48`;
}
