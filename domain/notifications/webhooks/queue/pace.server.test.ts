import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPace } from './pace.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A worker, of which the test says how many messages wait and how busy it is. Events always wait for their turn. */
function startWorker(worker: { messages: number; busy: number }) {
  let at = 0;
  let posted = 0;
  const pace = createPace({
    waitingMessages: () => worker.messages,
    loopUse: () => worker.busy,
    now: () => at,
  });
  onTestFinished(pace.close);
  /** How many it can still post until the next look. */
  let room = 0;
  const post = () => {
    for (; room > 0 && pace.mayPost(post); room -= 1) {
      pace.posted();
      posted += 1;
    }
  };
  return {
    ...pace,
    /** Lets time go by. @returns how many events were posted meanwhile, a second */
    run(ms: number): number {
      posted = 0;
      for (const end = at + ms; at < end; at += 25) {
        room = 40;
        post();
        vi.advanceTimersByTime(25);
      }
      return (posted * 1_000) / ms;
    },
  };
}

/** Of a worker that posts 40 events in 25 ms. */
const unlimited = 1_600;

test('no event waits while the event loop has time, however many messages wait for a carrier', () => {
  const worker = startWorker({ messages: 100_000, busy: 0.5 });
  expect(worker.run(5_000)).toBe(unlimited);
});

test('no event waits while few messages do, however busy the event loop is', () => {
  const worker = startWorker({ messages: 99, busy: 1 });
  expect(worker.run(5_000)).toBe(unlimited);
});

test('no event waits for a hundred messages that are soon submitted', () => {
  const state = { messages: 0, busy: 1 };
  const worker = startWorker(state);
  for (let i = 0; i < 50; i += 1) {
    state.messages = i % 2 === 0 ? 100 : 0;
    expect(worker.run(100)).toBe(unlimited);
  }
});

test('events wait while a busy worker cannot keep up with messages, but for some four times a second', () => {
  const worker = startWorker({ messages: 100, busy: 0.9 });
  worker.run(500);
  expect(worker.messagesFirst()).toBe(true);
  expect(worker.run(250)).toBeLessThan(80);
  expect(worker.run(250)).toBeGreaterThanOrEqual(50);
});

test('they go on ever faster, and after twenty seconds as fast as without messages', () => {
  const worker = startWorker({ messages: 100_000, busy: 1 });
  worker.run(1_000);
  const rates = Array.from({ length: 5 }, () => worker.run(4_000));
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(rates[2]).toBeGreaterThan(200);
  expect(worker.run(2_000)).toBeCloseTo(unlimited, -2);
});

test('events wait for the receipts of the last messages, for a second', () => {
  const state = { messages: 100, busy: 1 };
  const worker = startWorker(state);
  worker.run(1_000);
  state.messages = 0;
  expect(worker.run(500)).toBeLessThan(100);
  worker.run(750);
  expect(worker.run(1_000)).toBe(unlimited);
});

test('what waits is posted as soon as the event loop has time', () => {
  const state = { messages: 100, busy: 1 };
  const worker = startWorker(state);
  worker.run(1_000);
  state.busy = 0;
  worker.run(50);
  expect(worker.messagesFirst()).toBe(false);
});
