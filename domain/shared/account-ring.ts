/**
 * A waiting message. `cost` is its number of segments. `weight` is how many segments its account may send per round, at
 * least 1.
 */
export type Waiting = { userId: string; cost: number; weight: number };

type Account<T> = {
  userId: string;
  credit: number;
  weight: number;
  /** Urgent messages, which are served before `messages`. */
  urgent: T[];
  messages: T[];
};

/**
 * Creates a fair queue of messages that wait for a slot. It serves accounts in rounds. In each round an account may
 * send as many segments as its weight, and its messages keep their order. A message with more segments is sent whole,
 * and its account then skips rounds until it has paid for the additional segments. When an account without waiting
 * messages gets a message, it is served before the accounts with a backlog, for one turn.
 *
 * So the waiting time of a message depends on the number of sending accounts, and not on how much they send. If an
 * account sends only one message, this message hardly waits. This is the scheduler of FQ-CoDel (RFC 8290, section 4.2),
 * except that it never drops messages.
 */
export function createAccountRing<T extends Waiting>() {
  const accounts = new Map<string, Account<T>>();
  /**
   * Both sets are in the order in which accounts are served. An account without messages is removed from its set when its
   * turn comes.
   */
  const newcomers = new Set<Account<T>>();
  const others = new Set<Account<T>>();
  let size = 0;

  /**
   * Ends the turn of an account by moving it behind all other accounts, even if it is a newcomer without further messages.
   */
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
    /** The number of accounts that have waiting messages, or had waiting messages in this round. */
    get accounts(): number {
      return accounts.size;
    },

    get size(): number {
      return size;
    },

    /** The number of waiting messages of an account, not counting urgent messages. */
    waiting: (userId: string): number => accounts.get(userId)?.messages.length ?? 0,

    /**
     * Adds a message behind the other messages of its account. An urgent message is added behind the account's other urgent
     * messages.
     */
    add(message: T, isUrgent = false): void {
      const account = accountOf(message);
      (isUrgent ? account.urgent : account.messages).push(message);
      size += 1;
    },

    /** Removes and returns the next message; undefined if no message waits. */
    next(): T | undefined {
      // If no account has a waiting message, the order and the credits of all accounts are reset.
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
     * Removes and returns the waiting messages for which `isLeaving` returns true, in the order of the accounts. The order
     * of the other messages does not change.
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

    /** Removes an urgent message. @returns false if the message is not in the ring */
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
