import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import type { ChannelKind } from './contract.browser.ts';
import { enqueueEmail } from './request-notifications.ts';

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

const findAddressSql = `
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
  const [row] = await query<Row>('find-channel-address', findAddressSql, [userId, kind]);
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

/** An unconfirmed number has no `confirmed_at`, so it is always removed. */
const removeSql = `
  WITH removed AS (
    DELETE FROM notification_channels
    WHERE user_id = $1
      AND ($2::timestamptz IS NULL OR confirmed_at IS NULL OR confirmed_at >= $2)
    RETURNING kind, confirmed_at
  ), off AS (
    UPDATE settings SET
      sms = sms AND NOT EXISTS (SELECT FROM removed WHERE kind = 'sms'),
      slack = slack AND NOT EXISTS (SELECT FROM removed WHERE kind = 'slack')
    WHERE user_id = $1
  )
  SELECT 1 FROM removed WHERE confirmed_at IS NOT NULL`;

/**
 * Removes a user's notification channels and turns them off, because an attacker may have connected them. Call this function in
 * the transaction that ends the user's sessions, after the sessions have ended. If a session is connecting a channel at that
 * moment, either the session fails, or its channel is already stored and is removed too.
 *
 * @param since keeps channels connected before this time
 * @returns how many connected channels were removed
 */
export async function removeChannels(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<number> {
  return (await query('remove-channels', removeSql, [userId, since], tx)).length;
}

/** Turns SMS or Slack notifications on or off, leaving other settings as they are. */
export async function turnChannel(
  userId: string,
  channel: 'sms' | 'slack',
  isOn: boolean,
  tx: SqlClient,
): Promise<void> {
  const findAddressSql = `
    INSERT INTO settings (user_id, allowed_addresses, ${channel}) VALUES ($1, '{}', $2)
    ON CONFLICT (user_id) DO UPDATE SET ${channel} = excluded.${channel}`;
  await query(`turn-${channel}`, findAddressSql, [userId, isOn], tx);
}

/** If several notifications are rejected at the same time, only one rejection turns the channel off and sends the email. */
const turnOffSql = `
  UPDATE notification_channels SET refused_at = $2
  WHERE id = $1 AND refused_at IS NULL RETURNING user_id AS "userId"`;

/**
 * Turns Slack notifications off after a permanent rejection, and notifies the user by email.
 *
 * @param channelId the rejected channel; a replacement that has been connected since stays on
 */
export async function turnOffSlack(channelId: string, email: string): Promise<void> {
  await transaction(async (tx) => {
    const values = [channelId, clock.now()];
    const [row] = await query<{ userId: string }>('reject-channel', turnOffSql, values, tx);
    if (!row) return;
    await turnChannel(row.userId, 'slack', false, tx);
    await enqueueEmail('slack_turned_off', email, tx, channelId);
  });
}

/**
 * SQL condition: a user has a confirmed, working channel of this kind.
 *
 * @param userId the parameter with the user's id
 */
export const hasChannelSql = (userId: string, kind: ChannelKind) => `EXISTS (
  SELECT FROM notification_channels AS channel
  WHERE channel.user_id = ${userId} AND channel.kind = '${kind}'
    AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL)`;
