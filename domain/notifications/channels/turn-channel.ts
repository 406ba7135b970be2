import { query, type SqlClient } from '#platform/db.ts';
import type { ChannelKind } from './contract.browser.ts';

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

/**
 * SQL condition: a user has a confirmed, working channel of this kind.
 *
 * @param userId the parameter with the user's id
 */
export const hasChannelSql = (userId: string, kind: ChannelKind) => `EXISTS (
  SELECT FROM notification_channels AS channel
  WHERE channel.user_id = ${userId} AND channel.kind = '${kind}'
    AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL)`;
