const ipv4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** The upper 96 bits of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). */
const mappedPrefix = 0xffffn;

/**
 * Normalizes an address or a network in CIDR notation.
 *
 * @param typed such as `203.0.113.7`, `2001:DB8::/32` or `::ffff:203.0.113.0/120`
 * @returns the normal form, with host bits set to zero, IPv6 as in RFC 5952, and IPv4-mapped addresses as IPv4; null if
 *   `typed` is not valid
 */
export function normalizeNetwork(typed: string): string | null {
  const [address = '', bits, ...more] = typed.split('/');
  const parsed = toNumber(address);
  if (!parsed || more.length > 0 || (bits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(bits))) {
    return null;
  }
  const width = parsed.version === 4 ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) return null;
  const hostBits = BigInt(width - length);
  const value = (parsed.value >> hostBits) << hostBits;
  const isMapped = parsed.version === 6 && value >> 32n === mappedPrefix && length >= 96;
  if (isMapped) return formatNetwork(toIpv4(value & 0xffffffffn), length - 96, 32);
  return formatNetwork(parsed.version === 4 ? toIpv4(value) : toIpv6(value), length, width);
}

/** Maximum number of entries. */
export const maxAddresses = 50;

const maxErrorsShown = 5;

/**
 * How many characters of an invalid entry an error shows. A valid address has at most 45 characters, or 48 if it is a
 * network.
 */
const maxShownLength = 48;

/**
 * Parses a list of addresses and networks, separated by lines or commas.
 *
 * @returns the normalized entries without duplicates, in input order; and an error for each invalid
 *   entry, with its line number from 1
 */
export function parseAllowedAddresses(typed: string): { addresses: string[]; errors: string[] } {
  const entries = typed.split(/\r\n|\r|\n/).flatMap((line, at) =>
    line
      .split(',')
      .map((entry) => ({ entry: entry.trim(), line: at + 1 }))
      .filter(({ entry }) => entry !== ''),
  );
  const read = entries.map(({ entry, line }) => ({
    entry,
    line,
    network: normalizeNetwork(entry),
  }));
  const invalid = read.filter(({ network }) => network === null);
  const errors = invalid
    .slice(0, maxErrorsShown)
    .map(({ entry, line }) => `Line ${line}: “${cut(entry)}” is not an IP address or network.`);
  if (invalid.length > maxErrorsShown)
    errors.push(`${invalid.length - maxErrorsShown} more lines are invalid.`);
  const addresses = [...new Set(read.flatMap(({ network }) => network ?? []))];
  if (addresses.length > maxAddresses) {
    const { line } = read.find(({ network }) => network === addresses[maxAddresses]) ?? {};
    errors.push(`Line ${line}: at most ${maxAddresses} addresses and networks are allowed.`);
  }
  return { addresses, errors };
}

const cut = (entry: string) =>
  entry.length > maxShownLength ? `${entry.slice(0, maxShownLength)}…` : entry;

/** A network of one address is written as the address. */
const formatNetwork = (address: string, length: number, width: number) =>
  length === width ? address : `${address}/${length}`;

function toNumber(address: string): { version: 4 | 6; value: bigint } | null {
  if (ipv4.test(address)) return { version: 4, value: BigInt(`0x${toHex(address)}`) };
  const host = /^[\da-f:.]{2,45}$/i.test(address) && address.includes(':') && toRfc5952(address);
  if (!host) return null;
  const [before = '', after] = host.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
  return { version: 6, value: BigInt(`0x${groups.join('')}`) };
}

/** IPv6 in the form of RFC 5952, which URL parsing returns; null if it is not IPv6. */
function toRfc5952(address: string): string | null {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

const toHex = (address: string) =>
  address
    .split('.')
    .map((octet) => Number(octet).toString(16).padStart(2, '0'))
    .join('');

const toIpv4 = (value: bigint) => [24n, 16n, 8n, 0n].map((by) => (value >> by) & 0xffn).join('.');

function toIpv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return toRfc5952(groups.join(':')) ?? '';
}
