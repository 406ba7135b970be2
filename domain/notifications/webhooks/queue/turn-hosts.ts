/** Requests at once to one host, of all accounts and workers: twice what an account may have of a worker. */
const maxPerHost = 40;

/** A host with the endpoints that are at it, of all accounts. */
export type TurnHost<A> = {
  name: string;
  /** Places that its endpoints have or wait for. */
  held: number;
  /** Accounts with events for it that found it full, in the order of their turns. */
  waiting: Set<A>;
};

/**
 * The hosts that events are posted to. Without a limit of their own, accounts that cost nothing could together send a
 * stranger's server as many requests at once as all workers can make.
 */
export function createTurnHosts<A>({ countWorkers }: { countWorkers: () => number }) {
  const hosts = new Map<string, TurnHost<A>>();
  return {
    get(name: string): TurnHost<A> {
      const known = hosts.get(name);
      if (known) return known;
      const made = { name, held: 0, waiting: new Set<A>() };
      hosts.set(name, made);
      return made;
    },

    isFull: ({ held }: TurnHost<A>): boolean =>
      held >= Math.max(1, Math.floor(maxPerHost / Math.max(1, countWorkers()))),

    /** A place is free again: those who wait have their turn, as long as there is room. */
    release(host: TurnHost<A>, offerTo: (account: A) => void): void {
      host.held -= 1;
      for (const account of host.waiting) {
        if (this.isFull(host)) return;
        // An account that finds it full again waits behind the others.
        host.waiting.delete(account);
        offerTo(account);
      }
      if (host.held === 0) hosts.delete(host.name);
    },
  };
}
