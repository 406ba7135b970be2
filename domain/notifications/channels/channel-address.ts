import { query } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import type { ChannelKind } from './contract.browser.ts';

/** A channel's decrypted address, with its user's email. */
export type ChannelAddress = {
  channelId: string;
  address: string;
  email: string;
  /**
   * No notification is sent before this time, because earlier notifications timed out repeatedly; null if the channel is not
   * paused.
   */
  pausedUntil: Date | null;
};

const statement = `
  SELECT channel.id, channel.address_encrypted AS encrypted, users.email, channel.paused_until AS "pausedUntil"
  FROM notification_channels AS channel
  JOIN users ON users.id = channel.user_id
  JOIN settings ON settings.user_id = channel.user_id
  WHERE channel.user_id = $1 AND channel.kind = $2::notification_channel_kind
    AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL
    AND CASE channel.kind WHEN 'sms' THEN settings.sms ELSE settings.slack END`;

type Row = { id: string; encrypted: Buffer; email: string; pausedUntil: Date | null };

/** Finds the address of a channel; null if it is turned off. */
export async function findAddress(
  userId: string,
  kind: ChannelKind,
): Promise<ChannelAddress | null> {
  const [row] = await query<Row>('find-channel-address', statement, [userId, kind]);
  if (!row) return null;
  const { id: channelId, email, pausedUntil } = row;
  const address = addressColumn.decrypt({ id: channelId, userId }, row.encrypted);
  return { channelId, address, email, pausedUntil };
}

/** The encrypted addresses of channels: phone numbers in E.164, and URLs of Slack webhooks. */
export const addressColumn = encryptedColumn({
  table: 'notification_channels',
  column: 'address_encrypted',
  kind: 'notification-address',
});
