import {
  type Connections,
  openConnections,
} from '#platform/http/user-address/post-to-user-address.ts';
import { hostnameOf } from '../sending/host-of.ts';
import { createEndpointLane, maxPerEndpoint } from './endpoint-lane.ts';
import { createPlaces } from './places.ts';
import { takeNextToRender } from './render-window.ts';
import { createTurnAccounts, type TurnAccount } from './turn-accounts.ts';
import { createTurnHosts, type TurnHost } from './turn-hosts.ts';

/** Events that are posted and not yet recorded, of one endpoint. */
const maxRecording = 500;

/** An endpoint without events is dropped from memory after this time, in milliseconds. */
const idleMs = 300_000;

/** How much an endpoint with a rate may catch up after a late timer, in milliseconds. */
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
  /** Whether it was woken up while a portion was being reserved. */
  wokenAgain: boolean;
  mayHaveMore: boolean;
  /** Failures in a row, as far as this worker knows. */
  failures: number;
};

type State<T> = EndpointTurn<T> & {
  /** Null until its first events say of which mode it is. */
  account: TurnAccount<State<T>> | null;
  /** Where its requests go that wait for a place or have one; null before the first. */
  host: TurnHost<TurnAccount<State<T>>> | null;
  lane: ReturnType<typeof createEndpointLane>;
  /** Places that it waits for, that it has, and events that are being recorded. */
  offered: number;
  active: number;
  recording: number;
  /** How many of its first events are rendered ahead. */
  ahead: number;
  /** When its rate allows the next request. */
  nextAt: number;
  usedAt: number;
};

type Options<T> = {
  countWorkers: () => number;
  /** Whether the next event may be posted now; if not, `later` is called when it may be. */
  mayPost: (later: () => void) => boolean;
  /** Called with the event whose turn it is; then the place is taken until `release`. */
  post: (endpoint: EndpointTurn<T>, event: T) => void;
};

/** The result of a request, as far as the lane learns from it. */
type Result = { error: string | null; isUnreachable: boolean; durationMs: number } | null;

/**
 * Decides whose event is posted next. An endpoint waits for as many places as it may use; accounts take turns for them, so
 * that how long one waits depends on how many accounts have events, and not on how many events they have. Test mode of an
 * account is an account of its own here.
 */
export function createTurns<T extends Event>({ countWorkers, mayPost, post }: Options<T>) {
  const endpoints = new Map<string, State<T>>();
  const accounts = createTurnAccounts<State<T>>();
  const hosts = createTurnHosts<TurnAccount<State<T>>>({ countWorkers });
  const places = createPlaces<State<T>>();
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
    // Of one with a rate, all that wait for a place would be posted at once when there is one.
    (endpoint.offered === 0 || intervalOf(endpoint) === 0);

  /** Has the endpoints of an account wait for places, in turn: those of the mode of this one. */
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
      places.want(endpoint, account.id, endpoint.lane.isSlow);
    }
    if (soonest < Number.POSITIVE_INFINITY) offerLater(account, soonest);
    pump();
  }

  /** When the rate of an endpoint allows its next request; of several, the first. */
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

  /** Gives the places that are free. What is offered meanwhile is in the same loop, however much it is. */
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
    while (!places.areWanted() || mayPost(pump)) {
      const place = places.next();
      if (!place) return;
      const { endpoint } = place;
      endpoint.offered -= 1;
      const interval = intervalOf(endpoint);
      const event = endpoint.events.shift();
      if (!event) {
        leave(endpoint);
        offer(endpoint);
        continue;
      }
      places.take(place);
      endpoint.active += 1;
      endpoint.recording += 1;
      endpoint.ahead = Math.max(0, endpoint.ahead - 1);
      endpoint.nextAt = Math.max(endpoint.nextAt, performance.now() - catchUpMs) + interval;
      post(endpoint, event);
      if (interval > 0) offer(endpoint);
    }
  }

  /** A place of the endpoint, or its wait for one, is over. Accounts that wait for its host have a turn. */
  function leave({ account, host }: State<T>): void {
    if (account) account.held -= 1;
    if (host) hosts.release(host, offerOf);
  }

  /** Where the endpoint's next request goes; null while it has another address now, and requests to the old one are under way. */
  function hostOf(endpoint: State<T>): TurnHost<TurnAccount<State<T>>> | null {
    const name = hostnameOf(endpoint.events[endpoint.offered]?.url ?? '');
    if (endpoint.active + endpoint.offered === 0) endpoint.host = hosts.get(name);
    return endpoint.host?.name === name ? endpoint.host : null;
  }

  /** A request has ended, with its result if there was one. */
  function release(turn: EndpointTurn<T>, result: Result): void {
    const endpoint = turn as State<T>;
    places.release(endpoint);
    endpoint.active -= 1;
    endpoint.usedAt = performance.now();
    leave(endpoint);
    if (result) endpoint.lane.learn({ ...result, isSuccess: result.error === null });
    offer(endpoint);
  }

  /** The result of an event is recorded. */
  function recorded(turn: EndpointTurn<T>): void {
    (turn as State<T>).recording -= 1;
    offer(turn);
  }

  /** How many events to reserve at once: few of an endpoint that is slow or has a rate. */
  function portionOf(turn: EndpointTurn<T>): number {
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
    portionOf,
    /** The events to render now, as they will have a place soon. */
    soon: (turn: EndpointTurn<T>): T[] => takeNextToRender(turn as State<T>),
    list: (): EndpointTurn<T>[] => [...endpoints.values()],
    close(): void {
      clearInterval(forgetting);
      for (const endpoint of endpoints.values()) endpoint.connections.close();
    },
  };
}
