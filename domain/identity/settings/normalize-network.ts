const ipv4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** The first 96 bits of an IPv4 address that is written as an IPv6 one (RFC 4291, 2.5.5.2). */
const mappedPrefix = 0xffffn;

/**
 * Reads an address or a network in CIDR notation.
 *
 * @param typed such as `203.0.113.7`, `2001:DB8::/32` or `::ffff:203.0.113.0/120`
 * @returns it in its one form: without bits that the network leaves open, IPv6 as RFC 5952 writes it,
 *   IPv4 within IPv6 as IPv4; null if it is neither
 */
export function normalizeNetwork(typed: string): string | null {
  const [address = '', bits, ...more] = typed.split('/');
  const read = toNumber(address);
  if (!read || more.length > 0 || (bits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(bits))) {
    return null;
  }
  const width = read.version === 4 ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) return null;
  const open = BigInt(width - length);
  const value = (read.value >> open) << open;
  const isMapped = read.version === 6 && value >> 32n === mappedPrefix && length >= 96;
  if (isMapped) return written(toIpv4(value & 0xffffffffn), length - 96, 32);
  return written(read.version === 4 ? toIpv4(value) : toIpv6(value), length, width);
}

/** A network of one address is that address. */
const written = (address: string, length: number, width: number) =>
  length === width ? address : `${address}/${length}`;

function toNumber(address: string): { version: 4 | 6; value: bigint } | null {
  if (ipv4.test(address)) return { version: 4, value: BigInt(`0x${hexOf(address)}`) };
  const host = /^[\da-f:.]{2,45}$/i.test(address) && address.includes(':') && hostOf(address);
  if (!host) return null;
  const [before = '', after] = host.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
  return { version: 6, value: BigInt(`0x${groups.join('')}`) };
}

/** IPv6 in the form of RFC 5952, which addresses of the web use too; null if it is none. */
function hostOf(address: string): string | null {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

const hexOf = (address: string) =>
  address
    .split('.')
    .map((octet) => Number(octet).toString(16).padStart(2, '0'))
    .join('');

const toIpv4 = (value: bigint) => [24n, 16n, 8n, 0n].map((by) => (value >> by) & 0xffn).join('.');

function toIpv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return hostOf(groups.join(':')) ?? '';
}
