/**
 * Concurrent Slack posts per worker: in total, and per user. A silent server blocks each for ten
 * seconds.
 */
export const slackSlots = { inAll: 20, perUser: 2 };

const usedByUser = new Map<string, number>();
let total = 0;

/**
 * Acquires one of this worker's slots for a user's Slack post.
 *
 * @returns a function that releases it; null if none is free
 */
export function acquireSlot(userId: string): (() => void) | null {
  const used = usedByUser.get(userId) ?? 0;
  if (used >= slackSlots.perUser || total >= slackSlots.inAll) return null;
  usedByUser.set(userId, used + 1);
  total += 1;
  return () => {
    total -= 1;
    const left = (usedByUser.get(userId) ?? 1) - 1;
    if (left > 0) usedByUser.set(userId, left);
    else usedByUser.delete(userId);
  };
}
