import type { FollowedMessage } from '#domain/messaging/messages/read-followed.server.ts';

/** What a page shows of a message that it follows. */
export type TrackedMessage = FollowedMessage;

const final = new Set<TrackedMessage['status']>(['delivered', 'undelivered', 'failed', 'expired']);

/** Whether nothing more will become of it. */
export const isFinal = ({ status }: Pick<TrackedMessage, 'status'>) => final.has(status);

/** How many pages of one user, of one network and of all users one web sends the states of messages to. */
export const followLimits = { perUser: 5, perNetwork: 20, inAll: 200 };
