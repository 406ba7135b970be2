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
 * If a timer fires late, the next requests to an endpoint with a rate compensate at most this much lost time, in milliseconds.
 */
const catchUpMs = 50;

type Event = { maxPerSecond: number | null; isOfLiveEndpoint: boolean; url: string };

/** An endpoint in a worker's memory. */
export type EndpointTurn<T> = {
  endpointId: string;
  userId: string;
  connections: Connections;
  /** Reserved events, in their order. */
  events: T[];
  add: (events: T[]) => void;
  isReserving: boolean;
  /** Whether the endpoint was woken up while a batch was being reserved. */
  wokenAgain: boolean;
  mayHaveMore: boolean;
  /** Number of failures in a row that this worker knows of. */
  failures: number;
};

/** Maximum number of concurrent requests to one endpoint: at first, and after many quick answers. */
const firstLimit = 2;
export const maxPerEndpoint = 20;

/** Only answers within this time, in milliseconds, raise the concurrency of the endpoint. */
export const quickMs = 1_000;

/** The properties of a result that determine the concurrency of the endpoint. */
type Shown = { isSuccess: boolean; isUnreachable: boolean; durationMs: number };

/**
 * Tracks how many concurrent requests an endpoint may have, and whether it counts as slow. The limit grows by one after each
 * quick success, is halved by a failure, and becomes one after a timeout or failed connection.
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
 * Maximum number of concurrent requests of a worker for one account, by mode. Test mode gets fewer, because test events are few
 * and free of charge.
 */
const slots = { live: 20, test: 5 };

/** The endpoints of an account in one mode. Endpoints of test mode do not compete with those of live mode. */
type TurnAccount<E> = {
  /** The account's id and the mode. */
  id: string;
  /** The maximum number of slots, and the number of slots that the account's endpoints have or wait for. */
  most: number;
  held: number;
  /** In round-robin order. */
  endpoints: E[];
  /** Fires when the rate of one of the endpoints allows the next request. */
  timer: { timeout: NodeJS.Timeout; at: number } | null;
};

type Member<E> = { userId: string; account: TurnAccount<E> | null };

/** The accounts by which endpoints are grouped. */
function createTurnAccounts<E extends Member<E>>() {
  const accounts = new Map<string, TurnAccount<E>>();

  return {
    /** Adds an endpoint to its account and mode. Call it when the first events have shown the mode. */
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

    /** Removes an unused endpoint from its account, and removes the account if it has no other endpoint. */
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

/** A host, with the state that the endpoints of all accounts at this host share. */
type TurnHost<A> = {
  name: string;
  /** Number of slots that its endpoints have or wait for. */
  held: number;
  /** Accounts with events for this host that could not get a slot because the host was full, in round-robin order. */
  waiting: Set<A>;
};

/**
 * The hosts to which events are posted. Without a limit per host, free accounts could together flood a stranger's server with
 * the concurrent requests of all workers.
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

    /** Frees a slot of a host, and offers it to waiting accounts as long as there is room. */
    release(host: TurnHost<A>, offerTo: (account: A) => void): void {
      host.held -= 1;
      for (const account of host.waiting) {
        if (this.isFull(host)) return;
        // An account that finds the host full again waits behind the other accounts.
        host.waiting.delete(account);
        offerTo(account);
      }
      if (host.held === 0) hosts.delete(host.name);
    },
  };
}

type State<T> = EndpointTurn<T> & {
  /** Null until the first events show the endpoint's mode. */
  account: TurnAccount<State<T>> | null;
  /** The host of the requests that wait for a slot or have a slot; null before the first request. */
  host: TurnHost<TurnAccount<State<T>>> | null;
  lane: ReturnType<typeof createEndpointLane>;
  /** The number of slots that the endpoint waits for, of slots that it has, and of events that are being posted or recorded. */
  offered: number;
  active: number;
  recording: number;
  /** The number of next events that are being rendered ahead or have been rendered. */
  ahead: number;
  /** When the endpoint's rate allows the next request. */
  nextAt: number;
  usedAt: number;
};

type Options<T> = {
  countWorkers: () => number;
  /** Whether the next event may be posted now. If not, `later` is called as soon as an event may be posted. */
  mayPost: (later: () => void) => boolean;
  /** Called with an event that has got a slot. The event keeps the slot until `release` is called. */
  post: (endpoint: EndpointTurn<T>, event: T) => void;
};

/** The facts about a result that `release` needs; null if no request was made. */
type Result = { error: string | null; isUnreachable: boolean; durationMs: number } | null;

/** Maximum number of concurrent requests of a worker: in total, and to all slow endpoints together. */
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
 * The slots of a worker, one for each concurrent request. Accounts get slots round-robin. Slow endpoints share a few separate
 * slots, so that they do not occupy the slots of other endpoints.
 */
export function createSlots<E extends object>() {
  const rings = { quick: createAccountRing<Slot<E>>(), slow: createAccountRing<Slot<E>>() };
  let taken = 0;
  let slow = 0;
  /** Number of slots that were given. */
  let given = 0;
  /** The slow slots in use, by endpoint; the endpoint may have become quick meanwhile. */
  const slowOf = new Map<E, number>();

  return {
    /** Whether an endpoint waits for a slot. */
    areWanted: () => rings.slow.size + rings.quick.size > 0,

    /** Lets an endpoint wait for a slot, after the other endpoints of its account. */
    want(endpoint: E, userId: string, isSlow: boolean): void {
      rings[isSlow ? 'slow' : 'quick'].add({ userId, cost: 1, weight: 1, endpoint, isSlow });
    },

    /**
     * Chooses the endpoint that gets the next free slot: slow endpoints get every fourth slot, and all slots while no other
     * endpoint is waiting.
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
  /** Reserved events, in their order. */
  events: T[];
  /** The number of first events that are being rendered ahead or have been rendered. */
  ahead: number;
  /** Number of slots of the endpoint. */
  active: number;
  lane: { isSlow: boolean };
};

/** If fewer than `least` events per slot of an endpoint are rendered ahead, more events are rendered, up to `most` per slot. */
const perPlace = { least: 2, most: 4 };

/**
 * Returns the events to render ahead because they will get a slot soon, and counts them in `ahead`. Returns many events at a
 * time, so that one query can render them, or none while enough events are rendered ahead. Events of an endpoint that is slow
 * or has a rate are not rendered ahead, because the payloads would be too old when the events get slots.
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
 * Decides whose event is posted next. An endpoint waits for as many slots as it may use; accounts get slots round-robin. So the
 * waiting time depends on the number of accounts with events, not on the number of events. The test mode of an account counts
 * as a separate account here.
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
    // An endpoint with a rate waits for one slot at a time; otherwise several of its events could be posted at once.
    (endpoint.offered === 0 || intervalOf(endpoint) === 0);

  /** Lets the endpoints of an account and mode wait for slots, round-robin. */
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
   * Offers slots again when the rate of an endpoint allows its next request. If there are several times, the earliest counts.
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

  /**
   * Gives free slots to events. If giving a slot frees or requests further slots, the same loop handles these, without
   * recursion.
   */
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

  /** Offers a slot that the endpoint had or waited for to the accounts that wait for the same host. */
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

  /** Frees the slot of a request. Call it when the request has ended, with the result if a request was made. */
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

  /** Returns how many events to reserve at once: few if the endpoint is slow or has a low rate. */
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
    /** The events to render ahead because they will get a slot soon. */
    soon: (turn: EndpointTurn<T>): T[] => takeNextToRender(turn as State<T>),
    list: (): EndpointTurn<T>[] => [...endpoints.values()],
    close(): void {
      clearInterval(forgetting);
      for (const endpoint of endpoints.values()) endpoint.connections.close();
    },
  };
}
