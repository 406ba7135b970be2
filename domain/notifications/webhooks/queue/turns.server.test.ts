import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTurns, type EndpointTurn } from './turns.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

type Event = { maxPerSecond: number | null; isOfLiveEndpoint: boolean };

const answered = { error: null, isUnreachable: false, durationMs: 10 };

/** Turns of a worker whose endpoints answer each event after 10 ms, and which posts none while `isPaused`. */
function startTurns() {
  const state = { isPaused: false, posted: 0 };
  const byEndpoint = new Map<string, number>();
  let resume: (() => void) | undefined;
  const turns = createTurns<Event>({
    countWorkers: () => 1,
    mayPost(later) {
      resume = later;
      return !state.isPaused;
    },
    post(endpoint: EndpointTurn<Event>) {
      state.posted += 1;
      byEndpoint.set(endpoint.endpointId, (byEndpoint.get(endpoint.endpointId) ?? 0) + 1);
      setTimeout(() => {
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
    /** How many events of an endpoint were posted. */
    postedTo: (endpointId: string) => byEndpoint.get(endpointId) ?? 0,
    /** Lets time go by. @returns how many events were posted since the last call */
    run(ms: number): number {
      vi.advanceTimersByTime(ms);
      const { posted } = state;
      state.posted = 0;
      return posted;
    },
  };
}

const someEvents = (count: number, maxPerSecond: number | null, isOfLiveEndpoint = true) =>
  Array.from({ length: count }, () => ({ maxPerSecond, isOfLiveEndpoint }));

test('an endpoint with a rate gets its events at this rate, and no more of them at once after a pause', () => {
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

test('each endpoint of an account gets its events at its own rate', () => {
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

test('single events of an endpoint with a rate keep to it', () => {
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

test('an endpoint whose events go back to the queue leaves its places to others of the account', () => {
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

test('thousands of endpoints whose events went back to the queue while they waited leave their places one after the other', () => {
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
