import type { FollowedMessage } from '#domain/messages/read-followed.server.ts';

/** What a page shows of a message that it follows. */
export type Followed = FollowedMessage;

const final = new Set<Followed['status']>(['delivered', 'undelivered', 'failed', 'expired']);

/** Whether nothing more will become of it. */
export const isFinal = ({ status }: Pick<Followed, 'status'>) => final.has(status);

/** How many pages of one user, and of all users, one web tells the states of messages to by themselves. */
export const followLimits = { perUser: 5, inAll: 200 };
