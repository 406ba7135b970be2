import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** How long a name server has, in milliseconds, and how often it is asked. */
const options = { timeout: 2_000, tries: 2 };

/**
 * Looks a name up.
 *
 * @param asMachine also in the machine's own files; that takes one of the few threads that the whole process
 *   shares for as long as the name server takes, so it is for names of the operator alone
 * @returns all its addresses; none if there are none
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
