import type { ChannelKind } from '#domain/notifications/channels/contract.ts';
import { turnChannel } from '#domain/notifications/channels/turn-channel.server.ts';
import { query, transaction } from '#platform/db.server.ts';

const statement = `
  DELETE FROM notification_channels
  WHERE user_id = $1 AND kind = $2::notification_channel_kind`;

/** Deletes the address of a channel and turns the channel off. */
export async function removeChannel(userId: string, kind: ChannelKind): Promise<void> {
  await transaction(async (tx) => {
    await query('remove-channel', statement, [userId, kind], tx);
    await turnChannel(userId, kind, false, tx);
  });
}
