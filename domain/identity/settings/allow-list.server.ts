import { BlockList, isIP } from 'node:net';

/**
 * Makes a check out of addresses and networks.
 *
 * @param allowed as `addressesInput` leaves them; what it would refuse throws
 * @returns whether an address is one of them; what is no address is none
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
