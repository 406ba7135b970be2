import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** DNS timeout in milliseconds, and number of attempts. */
const options = { timeout: 2_000, tries: 2 };

/**
 * Resolves a host name.
 *
 * @param asMachine also by the machine's hosts file; that blocks one of the process's few worker
 *   threads, so only for the operator's names
 * @returns all addresses; empty if there are none
 */
export async function resolveHost(host: string, asMachine: boolean): Promise<LookupAddress[]> {
  if (asMachine) return lookup(host, { all: true });
  const resolver = new Resolver(options);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
}
