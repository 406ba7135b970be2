/** Names what only one transaction at a time may hold: a user's periods. */
export const subscriptionLockName = (userId: string) => `subscription ${userId}`;
