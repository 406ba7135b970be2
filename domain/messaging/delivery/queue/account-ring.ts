/** A message that waits in the ring: its segments, and those that its account may send in a round, 1 or more. */
type Waiting = { userId: string; cost: number; weight: number };

type Account<T> = { userId: string; credit: number; messages: T[] };

/**
 * The messages that wait for a slot, by account. Accounts take turns: each round an account may send segments as many as
 * its weight, and its own messages go in order (deficit round robin, Shreedhar and Varghese, 1995). So the wait of a
 * message depends on how many accounts send, and not on how much they send. A message of more segments than the weight
 * goes at once, and its account sits out the rounds that it has taken.
 */
export function createAccountRing<T extends Waiting>() {
  /** In the order of their turns. */
  const accounts = new Map<string, Account<T>>();

  function moveToEnd(account: Account<T>): void {
    accounts.delete(account.userId);
    accounts.set(account.userId, account);
  }

  return {
    /** How many accounts have messages. */
    get accounts(): number {
      return accounts.size;
    },

    /** How many messages of an account wait. */
    waiting: (userId: string): number => accounts.get(userId)?.messages.length ?? 0,

    /** Adds a message behind those of the same account. */
    add(message: T): void {
      const { userId, weight } = message;
      const account = accounts.get(userId);
      if (account) account.messages.push(message);
      else accounts.set(userId, { userId, credit: weight, messages: [message] });
    },

    /** Removes and returns the message whose turn it is. */
    next(): T | undefined {
      for (const account of accounts.values()) {
        const [first] = account.messages;
        if (first && account.credit <= 0) {
          account.credit += first.weight;
          // The iteration comes to it again, after all others.
          moveToEnd(account);
          continue;
        }
        const message = account.messages.shift();
        if (account.messages.length === 0) accounts.delete(account.userId);
        if (message) account.credit -= message.cost;
        return message;
      }
      return undefined;
    },

    /** Removes and returns everything. */
    drain(): T[] {
      const all = [...accounts.values()].flatMap(({ messages }) => messages);
      accounts.clear();
      return all;
    },
  };
}
