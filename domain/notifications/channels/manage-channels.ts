import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import type { ChannelKind } from './contract.browser.ts';
import { enqueueEmail } from './request-notifications.ts';

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
  const statement = `
    INSERT INTO settings (user_id, allowed_addresses, ${channel}) VALUES ($1, '{}', $2)
    ON CONFLICT (user_id) DO UPDATE SET ${channel} = excluded.${channel}`;
  await query(`turn-${channel}`, statement, [userId, isOn], tx);
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
