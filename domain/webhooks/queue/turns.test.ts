import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createEndpointLane,
  createSlots,
  createTurns,
  type EndpointTurn,
  maxPerEndpoint,
  quickMs,
  takeNextToRender,
} from './turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

type Event = { maxPerSecond: number | null; isOfLiveEndpoint: boolean; url: string };

const answered = { error: null, isUnreachable: false, durationMs: 10 };

/** Takes all available slots. @returns the names of their endpoints */
function takeAll(slots: ReturnType<typeof createSlots<{ name: string }>>): string[] {
  const names: string[] = [];
  for (let slot = slots.next(); slot; slot = slots.next()) {
    slots.take(slot);
    names.push(slot.endpoint.name);
  }
  return names;
}

const count = (names: string[], name: string) => names.filter((one) => one === name).length;

const quick = { isSuccess: true, isUnreachable: false, durationMs: 20 };

test('an endpoint starts with two concurrent requests, and each quick success allows one more', () => {
  const lane = createEndpointLane();
  expect(lane.limit).toBe(2);
  for (let i = 0; i < 30; i += 1) lane.learn(quick);
  expect(lane.limit).toBe(maxPerEndpoint);
});

test('a slow success does not raise the concurrency, a failure halves it, and a timeout reduces it to one', () => {
  const lane = createEndpointLane();
  lane.learn({ ...quick, durationMs: quickMs + 1 });
  expect(lane).toMatchObject({ limit: 2, isSlow: true });
  for (let i = 0; i < 30; i += 1) lane.learn(quick);
  lane.learn({ ...quick, isSuccess: false });
  expect(lane).toMatchObject({ limit: maxPerEndpoint / 2, isSlow: false });
  lane.learn({ isSuccess: false, isUnreachable: true, durationMs: 15_000 });
  expect(lane).toMatchObject({ limit: 1, isSlow: true });
});

test('slow endpoints get every fourth slot, and at most a quarter of all slots', () => {
  const slots = createSlots<{ name: string }>();
  const [slow, quick] = [{ name: 'slow' }, { name: 'quick' }];
  for (let i = 0; i < 200; i += 1) {
    slots.want(slow, 'usr_1', true);
    slots.want(quick, 'usr_2', false);
  }
  const taken = takeAll(slots);
  expect(taken).toHaveLength(100);
  expect(count(taken, 'slow')).toBe(25);
  expect(count(taken.slice(0, 12), 'slow')).toBe(3);
  for (let i = 0; i < 8; i += 1) slots.release(quick);
  expect(takeAll(slots)).toEqual(Array(8).fill('quick'));
});

test('slow endpoints immediately get a quarter of the slots if no other endpoint waits, and leave the other slots free', () => {
  const slots = createSlots<{ name: string }>();
  const slow = { name: 'slow' };
  for (let i = 0; i < 30; i += 1) slots.want(slow, 'usr_1', true);
  expect(takeAll(slots)).toHaveLength(25);
  slots.release(slow);
  expect(takeAll(slots)).toEqual(['slow']);
  slots.want({ name: 'quick' }, 'usr_2', false);
  expect(takeAll(slots)).toEqual(['quick']);
});

const anEndpoint = (count: number, active: number) => ({
  events: Array.from({ length: count }, (_, i) => ({ i, maxPerSecond: null as number | null })),
  ...{ ahead: 0, active, lane: { isSlow: false } },
});

function post(endpoint: ReturnType<typeof anEndpoint>): void {
  endpoint.events.shift();
  endpoint.ahead = Math.max(0, endpoint.ahead - 1);
}

test('each event is handed out for rendering once, together with many other events, before the event gets a slot', () => {
  const endpoint = anEndpoint(500, 20);
  const named: number[] = [];
  let times = 0;
  while (endpoint.events.length > 0) {
    const next = takeNextToRender(endpoint);
    if (next.length > 0) times += 1;
    named.push(...next.map(({ i }) => i));
    expect(named).toContain(endpoint.events[0]?.i);
    post(endpoint);
  }
  expect(named).toEqual(Array.from({ length: 500 }, (_, i) => i));
  expect(times).toBeLessThan(20);
});

test('events of an endpoint that is slow or has a limited rate are not handed out for rendering in advance', () => {
  const endpoint = anEndpoint(10, 1);
  expect(takeNextToRender({ ...endpoint, lane: { isSlow: true } })).toEqual([]);
  const limited = endpoint.events.map((event) => ({ ...event, maxPerSecond: 5 }));
  expect(takeNextToRender({ ...endpoint, events: limited })).toEqual([]);
  expect(takeNextToRender(endpoint)).toHaveLength(4);
});

/**
 * Starts a worker's slots, with endpoints that answer each event after 10 ms. The worker posts nothing while `isPaused` is
 * true.
 */
function startTurns({ workers = 1 } = {}) {
  const state = { isPaused: false, posted: 0 };
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const byEndpoint = new Map<string, number>();
  let resume: (() => void) | undefined;
  const turns = createTurns<Event>({
    countWorkers: () => workers,
    mayPost(later) {
      resume = later;
      return !state.isPaused;
    },
    post(endpoint: EndpointTurn<Event>, { url }: Event) {
      const host = new URL(url).hostname;
      const count = (change: number) => now.set(host, (now.get(host) ?? 0) + change).get(host) ?? 0;
      most.set(host, Math.max(most.get(host) ?? 0, count(1)));
      state.posted += 1;
      byEndpoint.set(endpoint.endpointId, (byEndpoint.get(endpoint.endpointId) ?? 0) + 1);
      setTimeout(() => {
        count(-1);
        turns.release(endpoint, answered);
        turns.recorded(endpoint);
      }, 10);
    },
  });
  onTestFinished(turns.close);
  return {
    turns,
    pause: (isPaused: boolean) => {
      state.isPaused = isPaused;
      resume?.();
    },
    /** The maximum number of concurrent requests that a host has had. */
    mostAt: (host: string) => most.get(host) ?? 0,
    postedTo: (endpointId: string) => byEndpoint.get(endpointId) ?? 0,
    /**
     * Advances the clock.
     *
     * @returns how many events were posted since the last call
     */
    run(ms: number): number {
      vi.advanceTimersByTime(ms);
      const { posted } = state;
      state.posted = 0;
      return posted;
    },
  };
}

const someEvents = (
  count: number,
  maxPerSecond: number | null,
  isOfLiveEndpoint = true,
  url = 'https://hooks.example/path',
) => Array.from({ length: count }, () => ({ maxPerSecond, isOfLiveEndpoint, url }));

test('an endpoint with a limited rate gets its events at this rate, without a burst after a pause', () => {
  const { turns, pause, run } = startTurns();
  const endpoint = turns.get({ endpointId: 'whe_1', userId: 'usr_1' });
  endpoint.add(someEvents(1_000, 5));
  turns.offer(endpoint);
  expect(run(10_000)).toBeCloseTo(50, -1);
  pause(true);
  expect(run(20_000)).toBe(0);
  pause(false);
  expect(run(1_000)).toBeLessThanOrEqual(6);
  expect(run(10_000)).toBeCloseTo(50, -1);
});

test('each endpoint of an account gets events at the rate of that endpoint', () => {
  const { turns, run, postedTo } = startTurns();
  for (const [endpointId, rate] of [
    ['slowest', 1],
    ['quick', 5],
    ['quickest', 20],
  ] as const) {
    const endpoint = turns.get({ endpointId, userId: 'usr_1' });
    endpoint.add(someEvents(1_000, rate));
    turns.offer(endpoint);
  }
  run(20_000);
  expect(postedTo('slowest')).toBeCloseTo(20, -1);
  expect(postedTo('quick')).toBeCloseTo(100, -1);
  expect(postedTo('quickest')).toBeGreaterThan(390);
});

test('events that arrive one by one do not exceed the rate of their endpoint', () => {
  const { turns, run } = startTurns();
  const endpoint = turns.get({ endpointId: 'whe_1', userId: 'usr_1' });
  let posted = 0;
  for (let i = 0; i < 100; i += 1) {
    endpoint.add(someEvents(1, 1));
    turns.offer(endpoint);
    posted += run(50);
  }
  expect(posted).toBeLessThanOrEqual(6);
});

test('an endpoint whose events are returned to the queue leaves its slots to the account’s other endpoints', () => {
  const { turns, pause, run, postedTo } = startTurns();
  const [first, second] = ['whe_1', 'whe_2'].map((endpointId) =>
    turns.get({ endpointId, userId: 'usr_1' }),
  );
  if (!first || !second) throw new Error('no endpoints');
  first.add(someEvents(100, null, false));
  turns.offer(first);
  run(100);
  pause(true);
  run(100);
  second.add(someEvents(3, null, false));
  turns.offer(second);
  first.events.splice(0);
  pause(false);
  run(100);
  expect(postedTo('whe_2')).toBe(3);
});

test('thousands of endpoints whose events are returned to the queue release their slots without deep recursion', () => {
  const { turns, pause, run, postedTo } = startTurns();
  pause(true);
  const endpoints = Array.from({ length: 5_000 }, (_, i) => {
    const endpoint = turns.get({ endpointId: `whe_${i}`, userId: `usr_${i}` });
    endpoint.add(someEvents(1, null));
    turns.offer(endpoint);
    return endpoint;
  });
  for (const endpoint of endpoints.slice(0, -1)) endpoint.events.splice(0);
  pause(false);
  run(100);
  expect(postedTo('whe_4999')).toBe(1);
});

/** Creates many accounts with one endpoint each, at different ports of one host, and with the maximum concurrency. */
function manyAccounts(turns: ReturnType<typeof startTurns>['turns'], count: number, at: string) {
  return Array.from({ length: count }, (_, i) => {
    const endpoint = turns.get({ endpointId: `whe_${at}_${i}`, userId: `usr_${at}_${i}` });
    endpoint.add(someEvents(5_000, null, true, `https://${at}:${8_000 + i}/${i}`));
    turns.offer(endpoint);
    return endpoint;
  });
}

test('a host gets at most 40 concurrent requests, even if many accounts post to several ports; accounts take turns', () => {
  const { turns, run, mostAt, postedTo } = startTurns();
  const endpoints = manyAccounts(turns, 20, 'victim.example');
  run(2_000);
  expect(mostAt('victim.example')).toBe(40);
  const counts = endpoints.map(({ endpointId }) => postedTo(endpointId));
  expect(Math.min(...counts)).toBeGreaterThan(0.9 * Math.max(...counts));
  // Each request takes 10 ms, so this many requests mean that all slots of the host were in use.
  expect(counts.reduce((sum, one) => sum + one)).toBeGreaterThan(0.9 * 40 * 200);
});

test('workers share the limit of a host, and another host has a separate limit', () => {
  const { turns, run, mostAt } = startTurns({ workers: 4 });
  manyAccounts(turns, 20, 'victim.example');
  manyAccounts(turns, 20, 'other.example');
  run(2_000);
  expect([mostAt('victim.example'), mostAt('other.example')]).toEqual([10, 10]);
});

test('an account that waits behind other accounts for a full host still gets events at its endpoints on other hosts', () => {
  const { turns, run, postedTo } = startTurns({ workers: 40 });
  const [busy] = manyAccounts(turns, 1, 'victim.example');
  const blocked = turns.get({ endpointId: 'whe_b', userId: 'usr_b' });
  const free = turns.get({ endpointId: 'whe_f', userId: 'usr_b' });
  blocked.add(someEvents(100, null, true, 'https://victim.example/b'));
  free.add(someEvents(100, null, true, 'https://other.example/'));
  turns.offer(blocked);
  run(1_000);
  expect([postedTo('whe_f'), postedTo('whe_b')]).toEqual([100, expect.closeTo(50, -1)]);
  expect(postedTo(busy?.endpointId ?? '')).toBeCloseTo(50, -1);
});

test('after an endpoint’s URL has changed, the limit of the new host applies', () => {
  const { turns, run, mostAt } = startTurns({ workers: 8 });
  manyAccounts(turns, 20, 'victim.example');
  const movers = manyAccounts(turns, 20, 'own.example');
  run(100);
  for (const [i, endpoint] of movers.entries()) {
    endpoint.events.splice(0);
    endpoint.add(someEvents(1_000, null, true, `https://victim.example:${9_000 + i}/`));
    turns.offer(endpoint);
  }
  run(1_000);
  expect(mostAt('victim.example')).toBe(5);
});
