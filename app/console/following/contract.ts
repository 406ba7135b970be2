import type { FollowedMessage } from '#domain/messaging/messages/find-messages.ts';

/** A message as a page shows its delivery. */
export type TrackedMessage = FollowedMessage;

const final = new Set<TrackedMessage['status']>(['delivered', 'undelivered', 'failed', 'expired']);

/** Whether its status is final. */
export const isFinal = ({ status }: Pick<TrackedMessage, 'status'>) => final.has(status);

/** Limits of one web process on pages that get live updates: per user, per network and in total. */
export const followLimits = { perUser: 5, perNetwork: 20, inAll: 200 };
