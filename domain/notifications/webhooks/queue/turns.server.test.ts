import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTurns, type EndpointTurn } from './turns.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

type Event = { maxPerSecond: number | null; isOfLiveEndpoint: boolean };

const answered = { error: null, isUnreachable: false, durationMs: 10 };

/** Turns of a worker whose endpoints answer each event after 10 ms, and which posts none while `isPaused`. */
function startTurns() {
  const state = { isPaused: false, posted: 0 };
  let resume: (() => void) | undefined;
  const turns = createTurns<Event>({
    countWorkers: () => 1,
    mayPost(later) {
      resume = later;
      return !state.isPaused;
    },
    post(endpoint: EndpointTurn<Event>) {
      state.posted += 1;
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
    /** Lets time go by. @returns how many events were posted since the last call */
    run(ms: number): number {
      vi.advanceTimersByTime(ms);
      const { posted } = state;
      state.posted = 0;
      return posted;
    },
  };
}

test('an endpoint with a rate gets its events at this rate, and no more of them at once after a pause', () => {
  const { turns, pause, run } = startTurns();
  const endpoint = turns.get({ endpointId: 'whe_1', userId: 'usr_1' });
  endpoint.add(Array.from({ length: 1_000 }, () => ({ maxPerSecond: 5, isOfLiveEndpoint: true })));
  turns.offer(endpoint);
  expect(run(10_000)).toBeCloseTo(50, -1);
  pause(true);
  expect(run(20_000)).toBe(0);
  pause(false);
  expect(run(1_000)).toBeLessThanOrEqual(7);
  expect(run(10_000)).toBeCloseTo(50, -1);
});
