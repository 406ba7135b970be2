import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Where a request comes from, as limits count it: the address, or of IPv6 the network, since whoever has
 * one address there has 2^64 of them.
 *
 * @param proxies how many of our own the request came through; each adds to `X-Forwarded-For` whom it got
 *   it from. What stands before their entries, the client may have written itself.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: number,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const way = [...forwarded.split(','), socket.remoteAddress ?? ''].map((at) => at.trim());
  return networkOf(way[Math.max(0, way.length - 1 - proxies)] || (socket.remoteAddress ?? ''));
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
