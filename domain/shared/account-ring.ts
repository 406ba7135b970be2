/** What waits in the ring: its segments, and those that its account may send in a round, 1 or more. */
export type Waiting = { userId: string; cost: number; weight: number };

type Account<T> = {
  userId: string;
  credit: number;
  weight: number;
  /** Go before the others. */
  urgent: T[];
  messages: T[];
};

/**
 * The messages that wait for a slot, by account. Accounts take turns: each round an account may send segments as many as
 * its weight, and its own messages go in order. A message of more segments than that goes at once, and its account sits
 * out the rounds that it has taken. An account that had nothing waiting is served before those with a backlog, once.
 *
 * So the wait of a message depends on how many accounts send, and not on how much they send; and a single one hardly
 * waits at all. This is the schedule of FQ-CoDel (RFC 8290, section 4.2) without its dropping.
 */
export function createAccountRing<T extends Waiting>() {
  const accounts = new Map<string, Account<T>>();
  /** Both in the order of their turns. An account is in one of them, until its turn comes and it has nothing. */
  const newcomers = new Set<Account<T>>();
  const others = new Set<Account<T>>();
  let size = 0;

  /** Its turn is over: behind all others, also if it came just now and has nothing more. */
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

    /** Adds a message behind those of the same account; an urgent one behind its urgent ones. */
    add(message: T, isUrgent = false): void {
      const account = accountOf(message);
      (isUrgent ? account.urgent : account.messages).push(message);
      size += 1;
    },

    /** Removes and returns the message whose turn it is. */
    next(): T | undefined {
      // No account waits: the turns that they have had are deleted with them.
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

    /** Removes and returns some of what waits, in the order of turns. Of accounts that have more the turns stay. */
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

    /** Removes an urgent message. @returns false if it does not wait here */
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
