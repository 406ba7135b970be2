import { logger } from '#platform/logger.ts';
import { hastenMessages } from './release-messages.ts';

/** What is forgotten beyond that comes again after its delay. */
const maxRemembered = 10_000;

/** The accounts and messages that a worker gave back as no carrier of theirs was usable. */
export function createWaitingForCarrier() {
  const accounts = new Set<string>();
  const messages = new Set<string>();

  return {
    isEmpty: (): boolean => accounts.size === 0,

    addAccount(userId: string): void {
      if (accounts.size < maxRemembered) accounts.add(userId);
    },

    /** Adds a message that was released with a delay. */
    addMessage(id: string): void {
      if (messages.size < maxRemembered) messages.add(id);
    },

    /** Makes all messages due at once, and clears both lists. @returns the accounts, which may be woken up */
    async release(): Promise<string[]> {
      const [users, ids] = [[...accounts], [...messages]];
      accounts.clear();
      messages.clear();
      await hastenMessages(ids).catch((error) =>
        logger.warn({ error }, 'messages that waited for a carrier could not be made due at once'),
      );
      return users;
    },
  };
}
