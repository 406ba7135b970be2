/** Advisory lock on all periods of a user. */
export const subscriptionLockName = (userId: string) => `subscription ${userId}`;
