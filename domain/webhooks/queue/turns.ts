import { createAccountRing } from '#domain/shared/account-ring.ts';
import {
  type Connections,
  openConnections,
} from '#platform/http/user-address/post-to-user-address.ts';
import { hostnameOf } from '../endpoint-contract.browser.ts';

/** Maximum number of events of one endpoint that are being posted or recorded. */
const maxRecording = 500;

/** An endpoint without events is dropped from memory after this time, in milliseconds. */
const idleMs = 300_000;

/**
 * If a timer fires late, the next requests to a rate-limited endpoint make up for at most this much lost time, in
 * milliseconds.
 */
const catchUpMs = 50;

type Event = { maxPerSecond: number | null; isOfLiveEndpoint: boolean; url: string };

/** An endpoint in a worker's memory. */
export type EndpointTurn<T> = {
  endpointId: string;
  userId: string;
  connections: Connections;
  /** Reserved events, in the order in which they are posted. */
  events: T[];
  add: (events: T[]) => void;
  isReserving: boolean;
  /** Whether the endpoint was woken up while a batch was being reserved. */
  wokenAgain: boolean;
  mayHaveMore: boolean;
  /** Number of consecutive failures that this worker knows of. */
  failures: number;
};

/** Maximum number of concurrent requests to one endpoint: initially, and after many quick responses. */
const firstLimit = 2;
export const maxPerEndpoint = 20;

/** Only responses within this time, in milliseconds, raise the endpoint's concurrency. */
export const quickMs = 1_000;

/** The properties of a result that determine the endpoint's concurrency. */
type Shown = { isSuccess: boolean; isUnreachable: boolean; durationMs: number };

/**
 * Tracks how many concurrent requests an endpoint may have, and whether it counts as slow. Each quick success raises the
 * limit by one, a failure halves it, and a timeout or failed connection reduces it to one.
 */
export function createEndpointLane() {
  let limit = firstLimit;
  let isSlow = false;
  return {
    get limit(): number {
      return limit;
    },
    /** Slow endpoints share a few separate slots, so that they do not occupy the slots of other endpoints. */
    get isSlow(): boolean {
      return isSlow;
    },
    learn({ isSuccess, isUnreachable, durationMs }: Shown): void {
      isSlow = durationMs > quickMs;
      if (isSuccess && !isSlow) limit = Math.min(maxPerEndpoint, limit + 1);
      else if (isUnreachable) limit = 1;
      else if (!isSuccess) limit = Math.max(1, Math.floor(limit / 2));
    },
  };
}

/**
 * Maximum number of a worker's concurrent requests for one account, by mode. Test mode gets fewer slots, because it has few
 * events and is free.
 */
const slots = { live: 20, test: 5 };

/** The endpoints of an account in one mode. Test endpoints do not compete with live ones. */
type TurnAccount<E> = {
  /** The account's id and the mode. */
  id: string;
  /** The maximum number of slots, and how many the account's endpoints have or wait for. */
  most: number;
  held: number;
  /** In round-robin order. */
  endpoints: E[];
  /** Fires when the rate limit of one of the endpoints allows the next request. */
  timer: { timeout: NodeJS.Timeout; at: number } | null;
};

type Member<E> = { userId: string; account: TurnAccount<E> | null };

function createTurnAccounts<E extends Member<E>>() {
  const accounts = new Map<string, TurnAccount<E>>();

  return {
    /** Adds an endpoint to its account and mode. Call it when its first events reveal the mode. */
    join(endpoint: E, { isLive }: { isLive: boolean }): void {
      if (endpoint.account) return;
      const mode = isLive ? 'live' : 'test';
      const id = `${endpoint.userId} ${mode}`;
      const most = slots[mode];
      const account = accounts.get(id) ?? { id, most, held: 0, endpoints: [], timer: null };
      accounts.set(id, account);
      account.endpoints.push(endpoint);
      endpoint.account = account;
    },

    /**
     * Removes an unused endpoint from its account. If this was the last endpoint of the account, removes the account
     * too.
     */
    leave(endpoint: E): void {
      const { account } = endpoint;
      if (!account) return;
      account.endpoints = account.endpoints.filter((one) => one !== endpoint);
      if (account.endpoints.length === 0) accounts.delete(account.id);
    },
  };
}

/**
 * Maximum number of concurrent requests to one host, from all accounts and workers together: twice the maximum of one account
 * on one worker.
 */
const maxPerHost = 40;

/** A host, with the state shared by all endpoints at this host. */
type TurnHost<A> = {
  name: string;
  /** Number of slots that the host's endpoints have or wait for. */
  held: number;
  /** Accounts with events for this host that got no slot because the host was full, in round-robin order. */
  waiting: Set<A>;
};

/**
 * The hosts to which events are posted. Without a limit per host, free accounts could together flood a third party's server
 * with concurrent requests from all workers.
 */
function createTurnHosts<A>({ countWorkers }: { countWorkers: () => number }) {
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

    /** Frees a slot of a host, and offers free slots to waiting accounts. */
    release(host: TurnHost<A>, offerTo: (account: A) => void): void {
      host.held -= 1;
      for (const account of host.waiting) {
        if (this.isFull(host)) return;
        // If the host is full again, the account waits behind all other waiting accounts.
        host.waiting.delete(account);
        offerTo(account);
      }
      if (host.held === 0) hosts.delete(host.name);
    },
  };
}

type State<T> = EndpointTurn<T> & {
  /** Null until the first events reveal the endpoint's mode. */
  account: TurnAccount<State<T>> | null;
  /** The host of the requests that have a slot or wait for one; null before the first request. */
  host: TurnHost<TurnAccount<State<T>>> | null;
  lane: ReturnType<typeof createEndpointLane>;
  /** How many slots the endpoint waits for and has, and how many of its events are being posted or recorded. */
  offered: number;
  active: number;
  recording: number;
  /** How many of the next events are rendered in advance, or are being rendered. */
  ahead: number;
  /** When the endpoint's rate limit allows the next request. */
  nextAt: number;
  usedAt: number;
};

type Options<T> = {
  countWorkers: () => number;
  /** Whether the next event may be posted now. If not, `later` is called as soon as an event may be posted. */
  mayPost: (later: () => void) => boolean;
  /** Posts an event that has got a slot. The event keeps the slot until `release` is called. */
  post: (endpoint: EndpointTurn<T>, event: T) => void;
};

/** The properties of a result that `release` needs; null if no request was made. */
type Result = { error: string | null; isUnreachable: boolean; durationMs: number } | null;

/** Maximum number of a worker's concurrent requests: in total, and to all slow endpoints together. */
const most = { inAll: 100, slow: 25 };

type Slot<E> = {
  /** The account and the mode. */
  userId: string;
  cost: number;
  weight: number;
  endpoint: E;
  isSlow: boolean;
};

/**
 * A worker's slots, one per concurrent request. Accounts get slots round-robin. Slow endpoints share a few separate slots,
 * so that they do not occupy the slots of others.
 */
export function createSlots<E extends object>() {
  const rings = { quick: createAccountRing<Slot<E>>(), slow: createAccountRing<Slot<E>>() };
  let taken = 0;
  let slow = 0;
  /** Number of slots given so far. */
  let given = 0;
  /** The slow slots in use, by endpoint. An endpoint may have become fast since it got the slot. */
  const slowOf = new Map<E, number>();

  return {
    /** Whether any endpoint waits for a slot. */
    areWanted: () => rings.slow.size + rings.quick.size > 0,

    /** Makes an endpoint wait for a slot, behind its account's other endpoints. */
    want(endpoint: E, userId: string, isSlow: boolean): void {
      rings[isSlow ? 'slow' : 'quick'].add({ userId, cost: 1, weight: 1, endpoint, isSlow });
    },

    /**
     * Chooses the endpoint that gets the next free slot. Slow endpoints get every fourth slot, and all slots while no other
     * endpoint waits.
     */
    next(): Slot<E> | undefined {
      if (taken >= most.inAll) return undefined;
      const isForSlow = given % (most.inAll / most.slow) === 0 || rings.quick.size === 0;
      if (isForSlow && slow < most.slow && rings.slow.size > 0) return rings.slow.next();
      return rings.quick.next();
    },

    /** Gives the endpoint the slot until `release` is called. */
    take({ endpoint, isSlow }: Slot<E>): void {
      taken += 1;
      given += 1;
      if (!isSlow) return;
      slow += 1;
      slowOf.set(endpoint, (slowOf.get(endpoint) ?? 0) + 1);
    },

    /** Frees a slot of the endpoint. */
    release(endpoint: E): void {
      taken -= 1;
      const count = slowOf.get(endpoint) ?? 0;
      if (count === 0) return;
      slow -= 1;
      if (count === 1) slowOf.delete(endpoint);
      else slowOf.set(endpoint, count - 1);
    },
  };
}

type Endpoint<T> = {
  /** Reserved events, in the order in which they are posted. */
  events: T[];
  /** How many of the first events are rendered in advance, or are being rendered. */
  ahead: number;
  /** Number of slots of the endpoint. */
  active: number;
  lane: { isSlow: boolean };
};

/** If fewer than `least` events per slot are rendered in advance, more are rendered, up to `most` per slot. */
const perPlace = { least: 2, most: 4 };

/**
 * Returns the next events to render in advance, and counts them in `ahead`. Returns several events, so that one query
 * can render them, or none if enough events are rendered. Slow and rate-limited endpoints are excluded, because their
 * payloads would be too old when the events get slots.
 */
export function takeNextToRender<T extends { maxPerSecond: number | null }>(
  endpoint: Endpoint<T>,
): T[] {
  const { events, ahead, active, lane } = endpoint;
  if (lane.isSlow || (events[0]?.maxPerSecond ?? null) !== null) return [];
  if (ahead >= perPlace.least * active) return [];
  const next = events.slice(ahead, perPlace.most * active);
  endpoint.ahead += next.length;
  return next;
}

/**
 * Decides which event is posted next. An endpoint waits for as many slots as it may use, and accounts get slots round-robin.
 * So an event's waiting time depends on the number of accounts, not of events. The test mode of an account counts as a
 * separate account here.
 */
export function createTurns<T extends Event>({ countWorkers, mayPost, post }: Options<T>) {
  const endpoints = new Map<string, State<T>>();
  const accounts = createTurnAccounts<State<T>>();
  const hosts = createTurnHosts<TurnAccount<State<T>>>({ countWorkers });
  const slots = createSlots<State<T>>();
  let isPumping = false;

  function get({ endpointId, userId }: { endpointId: string; userId: string }): EndpointTurn<T> {
    const known = endpoints.get(endpointId);
    if (known) return known;
    const made: State<T> = {
      ...{ endpointId, userId, account: null, host: null },
      ...{ connections: openConnections(maxPerEndpoint), events: [] },
      ...{ isReserving: false, wokenAgain: false, mayHaveMore: false, failures: 0 },
      ...{ lane: createEndpointLane(), offered: 0, active: 0, recording: 0, ahead: 0 },
      nextAt: 0,
      usedAt: performance.now(),
      add(events) {
        if (made.events.length === 0) made.ahead = 0;
        made.events.push(...events);
        const [first] = events;
        if (first) accounts.join(made, { isLive: first.isOfLiveEndpoint });
      },
    };
    endpoints.set(endpointId, made);
    return made;
  }

  const intervalOf = ({ events }: State<T>) => {
    const perSecond = events[0]?.maxPerSecond ?? null;
    return perSecond === null ? 0 : (1_000 * Math.max(1, countWorkers())) / perSecond;
  };

  const canOffer = (endpoint: State<T>) =>
    endpoint.events.length > endpoint.offered &&
    endpoint.active + endpoint.offered < endpoint.lane.limit &&
    endpoint.recording < maxRecording &&
    // A rate-limited endpoint waits for one slot at a time. Otherwise several of its events could be posted at once.
    (endpoint.offered === 0 || intervalOf(endpoint) === 0);

  /** Makes an account's endpoints in one mode wait for slots, round-robin. */
  function offer(turn: EndpointTurn<T>): void {
    const { account } = turn as State<T>;
    if (account) offerOf(account);
  }

  function offerOf(account: TurnAccount<State<T>>): void {
    let skipped = 0;
    let soonest = Number.POSITIVE_INFINITY;
    while (account.held < account.most && skipped < account.endpoints.length) {
      const endpoint = account.endpoints.shift() as State<T>;
      account.endpoints.push(endpoint);
      const now = performance.now();
      if (!canOffer(endpoint) || endpoint.nextAt > now) {
        if (canOffer(endpoint)) soonest = Math.min(soonest, endpoint.nextAt - now);
        skipped += 1;
        continue;
      }
      const host = hostOf(endpoint);
      if (!host || hosts.isFull(host)) {
        host?.waiting.add(account);
        skipped += 1;
        continue;
      }
      skipped = 0;
      endpoint.offered += 1;
      account.held += 1;
      host.held += 1;
      slots.want(endpoint, account.id, endpoint.lane.isSlow);
    }
    if (soonest < Number.POSITIVE_INFINITY) offerLater(account, soonest);
    pump();
  }

  /**
   * Offers slots again when the rate limit of one of the endpoints allows its next request. If there is a timer for an
   * earlier time, that timer stays.
   */
  function offerLater(account: TurnAccount<State<T>>, delayMs: number): void {
    const at = performance.now() + delayMs;
    if (account.timer && account.timer.at <= at) return;
    clearTimeout(account.timer?.timeout);
    const timeout = setTimeout(() => {
      account.timer = null;
      offerOf(account);
    }, Math.ceil(delayMs));
    account.timer = { timeout: timeout.unref(), at };
  }

  /** Gives free slots to events. If this frees or requests more slots, the same loop handles them, without recursion. */
  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    try {
      givePlaces();
    } finally {
      isPumping = false;
    }
  }

  function givePlaces(): void {
    while (!slots.areWanted() || mayPost(pump)) {
      const slot = slots.next();
      if (!slot) return;
      const { endpoint } = slot;
      endpoint.offered -= 1;
      const interval = intervalOf(endpoint);
      const event = endpoint.events.shift();
      if (!event) {
        leave(endpoint);
        offer(endpoint);
        continue;
      }
      slots.take(slot);
      endpoint.active += 1;
      endpoint.recording += 1;
      endpoint.ahead = Math.max(0, endpoint.ahead - 1);
      endpoint.nextAt = Math.max(endpoint.nextAt, performance.now() - catchUpMs) + interval;
      post(endpoint, event);
      if (interval > 0) offer(endpoint);
    }
  }

  /** Gives up a slot that the endpoint had or waited for, and offers it to accounts that wait for the same host. */
  function leave({ account, host }: State<T>): void {
    if (account) account.held -= 1;
    if (host) hosts.release(host, offerOf);
  }

  /**
   * Returns the host of the endpoint's next request; null if the address has changed and requests to the old address are still
   * running.
   */
  function hostOf(endpoint: State<T>): TurnHost<TurnAccount<State<T>>> | null {
    const name = hostnameOf(endpoint.events[endpoint.offered]?.url ?? '');
    if (endpoint.active + endpoint.offered === 0) endpoint.host = hosts.get(name);
    return endpoint.host?.name === name ? endpoint.host : null;
  }

  /** Frees the slot of a request that has ended. `result` is null if no request was made. */
  function release(turn: EndpointTurn<T>, result: Result): void {
    const endpoint = turn as State<T>;
    slots.release(endpoint);
    endpoint.active -= 1;
    endpoint.usedAt = performance.now();
    leave(endpoint);
    if (result) endpoint.lane.learn({ ...result, isSuccess: result.error === null });
    offer(endpoint);
  }

  /** Call this when the result of an event is recorded. */
  function recorded(turn: EndpointTurn<T>): void {
    (turn as State<T>).recording -= 1;
    offer(turn);
  }

  /** Returns how many events to reserve at once: few for slow or rate-limited endpoints. */
  function batchSizeOf(turn: EndpointTurn<T>): number {
    const { events, lane } = turn as State<T>;
    const perSecond = events[0]?.maxPerSecond ?? Number.POSITIVE_INFINITY;
    return Math.max(2, Math.min((lane.isSlow ? 4 : 8) * lane.limit, perSecond));
  }

  const isIdle = (endpoint: State<T>) =>
    endpoint.events.length + endpoint.active + endpoint.recording === 0 &&
    !endpoint.isReserving &&
    endpoint.usedAt < performance.now() - idleMs;

  const forgetting = setInterval(() => {
    for (const endpoint of endpoints.values()) if (isIdle(endpoint)) forget(endpoint);
  }, idleMs).unref();

  function forget(endpoint: State<T>): void {
    endpoint.connections.close();
    endpoints.delete(endpoint.endpointId);
    accounts.leave(endpoint);
  }

  return {
    get,
    offer,
    release,
    recorded,
    batchSizeOf,
    /** The next events of an endpoint to render before they get their slots. */
    soon: (turn: EndpointTurn<T>): T[] => takeNextToRender(turn as State<T>),
    list: (): EndpointTurn<T>[] => [...endpoints.values()],
    close(): void {
      clearInterval(forgetting);
      for (const endpoint of endpoints.values()) endpoint.connections.close();
    },
  };
}
