import type { ChannelKind } from './contract.ts';

/**
 * SQL condition: a user has a confirmed, working channel of this kind.
 *
 * @param userId the parameter with the user's id
 */
export const hasChannelSql = (userId: string, kind: ChannelKind) => `EXISTS (
  SELECT FROM notification_channels AS channel
  WHERE channel.user_id = ${userId} AND channel.kind = '${kind}'
    AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL)`;
