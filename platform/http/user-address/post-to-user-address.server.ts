import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';
import { readAllowance } from './allowance.ts';
import { createSender } from './create-sender.server.ts';
import { resolveHost } from './resolve-host.server.ts';

export type { Answer } from './create-sender.server.ts';

const allowed = z.string().superRefine((text, context) => {
  try {
    readAllowance(text);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

const { WEBHOOK_ALLOW } = defineSettings({ WEBHOOK_ALLOW: allowed.default('') });
const allowance = readAllowance(WEBHOOK_ALLOW);

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
