import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** The load of a worker: waiting messages, messages that get a slot per second, and the use of the event loop. */
type Worker = { waiting: number; perSecond: number; busy: number };

const overloaded: Worker = { waiting: 100, perSecond: 1_000, busy: 0.9 };

/** Starts a worker with the load that the test sets. Events are always waiting. */
function startWorker(worker: Worker) {
  let at = 0;
  let posted = 0;
  let submitted = 0;
  const pace = createPace({
    messageLoad: () => ({ waiting: worker.waiting, submitted }),
    loopUse: () => worker.busy,
    now: () => at,
  });
  onTestFinished(pace.close);
  /** How many events the worker can still post before the next sample. */
  let room = 0;
  const post = () => {
    for (; room > 0 && pace.mayPost(post); room -= 1) {
      pace.posted();
      posted += 1;
    }
  };
  return {
    ...pace,
    /**
     * Advances the clock.
     *
     * @returns how many events were posted per second
     */
    run(ms: number): number {
      posted = 0;
      for (const end = at + ms; at < end; ) {
        room = 40;
        post();
        submitted += worker.perSecond / 40;
        at += 25;
        vi.advanceTimersByTime(25);
      }
      return (posted * 1_000) / ms;
    },
  };
}

/** The rate of a worker that posts 40 events in 25 ms, in events per second. */
const unlimited = 1_600;

test.each<[string, Partial<Worker>]>([
  ['the event loop has time', { busy: 0.5 }],
  ['few messages wait', { waiting: 99 }],
  ['messages wait for the limits of a carrier', { waiting: 100_000, perSecond: 100, busy: 1 }],
])('posts events without delay while %s', (_why, state) => {
  const worker = startWorker({ ...overloaded, ...state });
  expect(worker.run(5_000)).toBe(unlimited);
});

test('posts events without delay if a hundred messages wait only for a tenth of a second', () => {
  const state = { ...overloaded };
  const worker = startWorker(state);
  for (let i = 0; i < 50; i += 1) {
    state.waiting = i % 2 === 0 ? 100 : 0;
    expect(worker.run(100)).toBe(unlimited);
  }
});

test('posts only a few events, four times a second, while the worker cannot keep up with messages', () => {
  const worker = startWorker(overloaded);
  worker.run(500);
  expect(worker.messagesFirst()).toBe(true);
  expect(worker.run(250)).toBeLessThan(80);
  expect(worker.run(250)).toBeGreaterThanOrEqual(50);
});

test('messages keep the priority if the event loop is less busy only because the worker posts fewer events', () => {
  const state = { ...overloaded };
  const worker = startWorker(state);
  worker.run(500);
  state.busy = 0.5;
  for (let i = 0; i < 40; i += 1) {
    worker.run(50);
    expect(worker.messagesFirst()).toBe(true);
  }
});

test('while the worker stays busy with messages, the rate of events grows, and reaches full speed after twenty seconds', () => {
  const worker = startWorker(overloaded);
  worker.run(1_000);
  const rates = Array.from({ length: 5 }, () => worker.run(4_000));
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(rates[2]).toBeGreaterThan(200);
  expect(worker.run(2_000)).toBeCloseTo(unlimited, -2);
});

test('does not slow events down again if the worker kept up only for a moment', () => {
  const state = { ...overloaded };
  const worker = startWorker(state);
  worker.run(21_000);
  state.busy = 0;
  worker.run(500);
  state.busy = 1;
  worker.run(500);
  expect(worker.messagesFirst()).toBe(true);
  expect(worker.run(1_000)).toBeCloseTo(unlimited, -2);
});

test('delays events until a second after the last messages, because the receipts of these messages arrive in that second', () => {
  const state = { ...overloaded };
  const worker = startWorker(state);
  worker.run(1_000);
  state.waiting = 0;
  expect(worker.run(500)).toBeLessThan(100);
  worker.run(750);
  expect(worker.run(1_000)).toBe(unlimited);
});

test('waiting events are posted as soon as the event loop has time', () => {
  const state = { ...overloaded };
  const worker = startWorker(state);
  worker.run(1_000);
  state.busy = 0;
  worker.run(100);
  expect(worker.messagesFirst()).toBe(false);
});
