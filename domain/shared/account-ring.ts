/** A waiting message: its segments, and how many segments its account may send in a round, 1 or more. */
export type Waiting = { userId: string; cost: number; weight: number };

type Account<T> = {
  userId: string;
  credit: number;
  weight: number;
  /** Urgent messages, which go before the others. */
  urgent: T[];
  messages: T[];
};

/**
 * The messages that wait for a slot, by account. Accounts take turns: in each round an account may send as many segments as
 * its weight, with its messages in order. A message with more segments is sent at once, and its account then skips the
 * rounds that this used. An account without a backlog is served once before those with one.
 *
 * So the wait of a message depends on the number of sending accounts, not on how much they send, and a single message
 * hardly waits at all. This is the schedule of FQ-CoDel (RFC 8290, section 4.2) without its dropping.
 */
export function createAccountRing<T extends Waiting>() {
  const accounts = new Map<string, Account<T>>();
  /** Both sets are in the order of turns. An account is in one of them until it has a turn without a message. */
  const newcomers = new Set<Account<T>>();
  const others = new Set<Account<T>>();
  let size = 0;

  /** Ends an account's turn: moves it behind all others, even a newcomer without further messages. */
  function moveToEnd(account: Account<T>): void {
    newcomers.delete(account);
    others.delete(account);
    others.add(account);
  }

  function accountOf({ userId, weight }: T): Account<T> {
    let account = accounts.get(userId);
    if (!account) {
      account = { userId, weight, credit: weight, urgent: [], messages: [] };
      accounts.set(userId, account);
      newcomers.add(account);
    }
    account.weight = weight;
    return account;
  }

  return {
    /** How many accounts have messages, or had some in this round. */
    get accounts(): number {
      return accounts.size;
    },

    /** How many messages wait. */
    get size(): number {
      return size;
    },

    /** How many messages of an account wait, without urgent ones. */
    waiting: (userId: string): number => accounts.get(userId)?.messages.length ?? 0,

    /** Adds a message after those of the same account; an urgent one after the account's urgent ones. */
    add(message: T, isUrgent = false): void {
      const account = accountOf(message);
      (isUrgent ? account.urgent : account.messages).push(message);
      size += 1;
    },

    /** Removes and returns the message whose turn it is. */
    next(): T | undefined {
      // No account waits, so the turns of all are forgotten.
      if (size === 0) {
        accounts.clear();
        newcomers.clear();
        others.clear();
      }
      for (;;) {
        const [account = others.values().next().value] = newcomers;
        if (!account) return undefined;
        if (account.credit <= 0) {
          account.credit += account.weight;
          moveToEnd(account);
          continue;
        }
        const message = account.urgent.shift() ?? account.messages.shift();
        if (message) {
          account.credit -= message.cost;
          size -= 1;
          return message;
        }
        if (newcomers.has(account)) {
          moveToEnd(account);
        } else {
          others.delete(account);
          accounts.delete(account.userId);
        }
      }
    },

    /**
     * Removes and returns some waiting messages, in the order of turns. Accounts with further messages keep their turns.
     */
    remove(isLeaving: (message: T) => boolean): T[] {
      const leaving: T[] = [];
      const takeFrom = (messages: T[]) => {
        const staying: T[] = [];
        for (const message of messages) (isLeaving(message) ? leaving : staying).push(message);
        return staying;
      };
      for (const account of [...newcomers, ...others]) {
        account.urgent = takeFrom(account.urgent);
        account.messages = takeFrom(account.messages);
      }
      size -= leaving.length;
      return leaving;
    },

    /** Removes an urgent message. @returns false if it is not in the ring */
    removeUrgent(message: T): boolean {
      const urgent = accounts.get(message.userId)?.urgent ?? [];
      const at = urgent.indexOf(message);
      if (at < 0) return false;
      urgent.splice(at, 1);
      size -= 1;
      return true;
    },
  };
}
