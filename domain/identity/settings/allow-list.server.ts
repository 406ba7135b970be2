import { BlockList, isIP } from 'node:net';

/**
 * Compiles an allow list.
 *
 * @param allowed entries in the form that `addressesInput` gives; throws for anything else
 * @returns whether an address matches; false if it is not an IP address
 */
export function createAllowList(allowed: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
