import { recordAudit } from '#domain/audit/record-audit.ts';
import type { ChannelKind } from '#domain/notifications/channels/contract.browser.ts';
import { turnChannel } from '#domain/notifications/channels/manage-channels.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { type Failing, smsFailures } from './send-sms.ts';

/** A channel as its owner sees it, with a masked address. */
export type ChannelView = {
  hint: string;
  /**
   * - `waiting`: the number is not confirmed yet
   * - `ready`: can be turned on
   * - `refused`: turned off, because the channel rejected a message permanently
   */
  state: 'waiting' | 'ready' | 'refused';
  failing: Failing | null;
  /** Because of repeated timeouts, nothing is sent to the channel before this time. */
  pausedUntil: Date | null;
};

/** Lists the channels that a user has connected or begun to connect. */
export async function listChannels(
  userId: string,
): Promise<Partial<Record<ChannelKind, ChannelView>>> {
  const now = clock.now();
  const [rows, smsFailing] = await Promise.all([
    prisma.notificationChannel.findMany({ where: { userId }, omit: { addressEncrypted: true } }),
    smsFailures(userId),
  ]);
  const views = rows.map(({ kind, hint, confirmedAt, refusedAt, ...row }) => {
    const { failingSince, failure } = row;
    const pausedUntil = row.pausedUntil && row.pausedUntil > now ? row.pausedUntil : null;
    const ownFailing = failingSince && { since: failingSince, reason: failure };
    const failing = ownFailing ?? (kind === 'sms' ? smsFailing : null);
    const state = !confirmedAt ? 'waiting' : refusedAt ? 'refused' : 'ready';
    return [kind, { hint, state, failing, pausedUntil } satisfies ChannelView] as const;
  });
  return Object.fromEntries(views);
}

const statement = `
  DELETE FROM notification_channels
  WHERE user_id = $1 AND kind = $2::notification_channel_kind`;

/** Deletes the address of a channel and turns the channel off. */
export async function removeChannel(userId: string, kind: ChannelKind): Promise<void> {
  await transaction(async (tx) => {
    await query('remove-channel', statement, [userId, kind], tx);
    await turnChannel(userId, kind, false, tx);
    await recordAudit(tx, { accountId: userId, action: 'channel.remove', after: { kind } });
  });
}
