import { defineSettings, textFor } from '#platform/settings.ts';
import { readAllowance } from './allowance.ts';
import { createSender } from './create-sender.server.ts';
import { resolveHost } from './resolve-host.server.ts';

export type { OutboundResponse } from './create-sender.server.ts';

const { WEBHOOK_ALLOW } = defineSettings({ WEBHOOK_ALLOW: textFor(readAllowance).default('') });
const allowance = readAllowance(WEBHOOK_ALLOW);

/**
 * Posts to an address from a user; the only way to such an address (docs/decisions/030). Reaches
 * the public internet over https, and the hosts of `WEBHOOK_ALLOW`. Follows no redirects, takes at
 * most 10 s, reads at most 16 KiB.
 *
 * @throws OutboundError, whose message is for the user
 */
export const postToUserAddress = createSender({
  allowance,
  resolve: resolveHost,
  timeoutMs: 10_000,
  maxBytes: 16 * 1024,
});
