import { BlockList, isIP } from 'node:net';

/** Allowed addresses. Two lists with the same entries are equal. */
export class AllowList {
  readonly #list = new BlockList();

  /** @param entries in the form that `addressesInput` gives; throws for anything else */
  constructor(readonly entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/');
      const family = familyOf(address);
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** Whether an address matches; false if it is not an IP address. */
  allows(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
