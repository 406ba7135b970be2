import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { ofInstance, perInstance } from '#platform/instance.ts';
import { defineSettings, textFor } from '#platform/settings.ts';
import { readAllowance } from './allowance.ts';
import { checkNewUrl } from './check-url.ts';
import { createSender } from './create-sender.ts';

export type { OutboundResponse } from './create-sender.ts';
export { type Connections, openConnections } from './create-sender.ts';

const addressSettings = defineSettings({ WEBHOOK_ALLOW: textFor(readAllowance).default('') });

const allowance = perInstance(() => readAllowance(addressSettings.WEBHOOK_ALLOW));

/**
 * Posts to an address from a user. All requests to such addresses use this function or `postEventToUserAddress`
 * (docs/decisions/030). Posts only to public addresses over https, and to the hosts and networks of `WEBHOOK_ALLOW`. Follows
 * no redirects, takes at most 10 s, and reads at most 16 KiB of a response.
 *
 * @throws OutboundError, whose message is for the user
 */
export const postToUserAddress = ofInstance(() =>
  createSender({
    allowance: allowance(),
    resolve: resolveHost,
    timeoutMs: 10_000,
    maxBytes: 16 * 1024,
  }),
);

/**
 * Posts an event to a user's endpoint, under the rules of `postToUserAddress` with two exceptions: it takes at most 15 s, and
 * accepts any response with a status, including a redirect. Reads only the first 16 KiB of a long body.
 *
 * @throws OutboundError, whose message is for the user
 */
export const postEventToUserAddress = ofInstance(() =>
  createSender({
    allowance: allowance(),
    resolve: resolveHost,
    timeoutMs: 15_000,
    maxBytes: 16 * 1024,
    takesAnyBody: true,
  }),
);

/**
 * Checks a user's URL before it is stored. Does not resolve the host name.
 *
 * @throws OutboundError, whose message is for the user
 */
export function checkUserAddress(address: string): void {
  checkNewUrl(address, allowance());
}

/** DNS timeout in milliseconds, and number of attempts. */
const options = { timeout: 2_000, tries: 2 };

/**
 * Resolves a host name.
 *
 * @param asMachine whether to use the machine's hosts file too. Because this blocks one of the process's few worker threads,
 *   use it only for names that the operator allows
 * @returns all IP addresses of the host; empty if there are no addresses
 */
async function resolveHost(host: string, asMachine: boolean): Promise<LookupAddress[]> {
  if (asMachine) return lookup(host, { all: true });
  const resolver = new Resolver(options);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
}
