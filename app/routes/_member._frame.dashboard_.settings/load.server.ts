import type { Asked } from '#app/dashboard/asked.ts';
import { listChannels } from '#domain/channel-setup/list-channels.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { createAllowList } from '#domain/settings/allow-list.server.ts';
import { settingsOf } from '#domain/settings/settings-of.server.ts';
import { env } from '#platform/env.ts';

/** What is chosen, what the installation allows, and whether this browser's address is in the list. */
export async function load({ userId }: SignedIn, { exactAddress }: Asked) {
  const [settings, channels] = await Promise.all([settingsOf(userId), listChannels(userId)]);
  return {
    settings,
    channels,
    address: exactAddress,
    isListed: createAllowList(settings.allowedAddresses)(exactAddress),
    perSecond: { usual: env.RATE_LIMIT_PER_SECOND, hard: env.RATE_LIMIT_HARD_PER_SECOND },
  };
}

export type SettingsData = Awaited<ReturnType<typeof load>>;
