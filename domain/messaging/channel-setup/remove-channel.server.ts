import type { ChannelKind } from '#domain/notifications/channels/contract.ts';
import { turnChannel } from '#domain/notifications/channels/turn-channel.server.ts';
import { query, transaction } from '#platform/db.server.ts';

const statement = `
  DELETE FROM notification_channels
  WHERE user_id = $1 AND kind = $2::notification_channel_kind`;

/** Forgets the address of a channel, and turns it off. */
export async function removeChannel(userId: string, kind: ChannelKind): Promise<void> {
  await transaction(async (on) => {
    await query('remove-channel', statement, [userId, kind], on);
    await turnChannel(userId, kind, false, on);
  });
}
