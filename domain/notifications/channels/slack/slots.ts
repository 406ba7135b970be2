/** Sends to Slack at once in one worker: of all users, and of one. Each may take ten seconds of a server's silence. */
export const slackSlots = { inAll: 20, perUser: 2 };

const taken = new Map<string, number>();
let total = 0;

/**
 * Takes one of this worker's slots for a user's send to Slack.
 *
 * @returns gives it back; null if none is free
 */
export function acquireSlot(userId: string): (() => void) | null {
  const mine = taken.get(userId) ?? 0;
  if (mine >= slackSlots.perUser || total >= slackSlots.inAll) return null;
  taken.set(userId, mine + 1);
  total += 1;
  return () => {
    total -= 1;
    const others = (taken.get(userId) ?? 1) - 1;
    if (others > 0) taken.set(userId, others);
    else taken.delete(userId);
  };
}
