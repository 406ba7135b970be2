/**
 * Requests at once of a worker for one account, in each mode. Test events are few, and cost their account nothing.
 */
const places = { live: 20, test: 5 };

/** The endpoints of an account of one mode: those of test mode take no place, and no turn, of the others. */
export type TurnAccount<E> = {
  /** The account's id, with the mode. */
  id: string;
  /** Places that it may have at most, and those that it has or waits for. */
  most: number;
  held: number;
  /** In the order of their turns. */
  endpoints: E[];
  /** Ends when the rate of one of them allows the next request. */
  timer: { timeout: NodeJS.Timeout; at: number } | null;
};

type Member<E> = { userId: string; account: TurnAccount<E> | null };

/** The accounts among which the endpoints take turns. */
export function createTurnAccounts<E extends Member<E>>() {
  const accounts = new Map<string, TurnAccount<E>>();

  return {
    /** Puts an endpoint behind those of its account and mode, once that is known. */
    join(endpoint: E, { isLive }: { isLive: boolean }): void {
      if (endpoint.account) return;
      const mode = isLive ? 'live' : 'test';
      const id = `${endpoint.userId} ${mode}`;
      const most = places[mode];
      const account = accounts.get(id) ?? { id, most, held: 0, endpoints: [], timer: null };
      accounts.set(id, account);
      account.endpoints.push(endpoint);
      endpoint.account = account;
    },

    /** Removes an endpoint that is not used any more, and its account with the last one. */
    leave(endpoint: E): void {
      const { account } = endpoint;
      if (!account) return;
      account.endpoints = account.endpoints.filter((one) => one !== endpoint);
      if (account.endpoints.length === 0) accounts.delete(account.id);
    },
  };
}
