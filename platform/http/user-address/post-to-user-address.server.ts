import { env } from '#platform/env.ts';
import { readAllowance } from './allowance.ts';
import { createSender } from './create-sender.server.ts';
import { resolveHost } from './resolve-host.server.ts';

export type { Answer } from './create-sender.server.ts';

const allowance = readAllowance(env.WEBHOOK_ALLOW);

/**
 * Posts to an address that a user gave: the one way to such an address (docs/decisions/030). It reaches the public
 * internet over https and what `WEBHOOK_ALLOW` names; follows no redirect, takes 10 s in all, and reads 16 KiB.
 *
 * @throws OutboundError, whose message is a sentence for the user
 */
export const postToUserAddress = createSender({
  allowance,
  resolve: resolveHost,
  limitMs: 10_000,
  mostBytes: 16 * 1024,
});
