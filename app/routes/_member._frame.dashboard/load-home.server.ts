import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { loadKeys, loadNewKey } from '#app/keys/keys.server.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { getAccountStats } from '#domain/messaging/stats/get-account-stats.ts';
import { logger } from '#platform/logger.ts';
import { loadFirstSteps } from './first-steps/load-first-steps.server.ts';

/** Messages that Home shows. */
const latestCount = 5;

/**
 * Loads the API keys, the one that was just created, statistics and latest messages of the dashboard's mode, in live mode also the usage, and the first
 * steps of a new account; each is null if it could not be loaded, so that the others are shown.
 */
export async function loadHome(signedIn: SignedInUser, request: Request) {
  const { userId } = signedIn;
  const [livemode, { keys }] = await Promise.all([
    readLivemode(request, signedIn),
    loadKeys(signedIn),
  ]);
  const sentId = new URL(request.url).searchParams.get('sent');
  const [newKey, stats, usage, latest, steps] = await Promise.all([
    orNull('new key', loadNewKey(signedIn, request, keys)),
    orNull('statistics', getAccountStats(userId, { livemode })),
    // Test messages use nothing of the plan.
    livemode ? orNull('usage', loadUsage(signedIn)) : null,
    orNull('latest messages', listWithoutTexts(userId, { limit: latestCount, livemode })),
    orNull('first steps', loadFirstSteps(signedIn, keys ?? [], sentId)),
  ]);
  return {
    livemode,
    newKey,
    keys: keys?.filter((key) => key.livemode === livemode) ?? null,
    stats,
    usage,
    latest: latest?.entries ?? null,
    steps,
  };
}

async function orNull<T>(part: string, loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    logger.error({ error, part }, 'a part of Home could not be loaded');
    return null;
  }
}
