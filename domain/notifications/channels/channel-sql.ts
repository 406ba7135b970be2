import type { ChannelKind } from './contract.ts';

/**
 * Whether a user has an address for a channel that can be used.
 *
 * @param userId the parameter that has the user
 */
export const hasChannel = (userId: string, kind: ChannelKind) => `EXISTS (
  SELECT FROM notification_channels AS channel
  WHERE channel.user_id = ${userId} AND channel.kind = '${kind}'
    AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL)`;
