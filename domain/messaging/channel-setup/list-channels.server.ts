import {
  type Failing,
  smsFailures,
} from '#domain/messaging/sms-notifications/sms-failures.server.ts';
import type { ChannelKind } from '#domain/notifications/channels/contract.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** A channel as its owner sees it: without its address. */
export type ChannelView = {
  hint: string;
  /**
   * - `waiting`: for the code that was sent to the number
   * - `ready`: can be on
   * - `refused`: was turned off, because the address refuses for good
   */
  state: 'waiting' | 'ready' | 'refused';
  failing: Failing | null;
  /** Until when nothing is sent there, as it did not answer in time again and again. */
  pausedUntil: Date | null;
};

/** The channels that a user has an address for. */
export async function listChannels(
  userId: string,
): Promise<Partial<Record<ChannelKind, ChannelView>>> {
  const now = clock.now();
  const [rows, lost] = await Promise.all([
    prisma.notificationChannel.findMany({ where: { userId }, omit: { addressEncrypted: true } }),
    smsFailures(userId),
  ]);
  const views = rows.map(({ kind, hint, confirmedAt, refusedAt, ...row }) => {
    const { failingSince, failure } = row;
    const pausedUntil = row.pausedUntil && row.pausedUntil > now ? row.pausedUntil : null;
    const own = failingSince && { since: failingSince, reason: failure };
    const failing = own ?? (kind === 'sms' ? lost : null);
    const state = !confirmedAt ? 'waiting' : refusedAt ? 'refused' : 'ready';
    return [kind, { hint, state, failing, pausedUntil } satisfies ChannelView] as const;
  });
  return Object.fromEntries(views);
}
