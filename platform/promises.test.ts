import { expect, test, vi } from 'vitest';
import { coalesceCalls, createSerialQueue, retry } from './promises.ts';

const failing = (times: number, message = 'away') => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(message);
    return tries;
  };
};
const isAway = (error: unknown) => error instanceof Error && error.message === 'away';

test('retries while shouldRetry is true and returns the result', async () => {
  expect(await retry(failing(3), { while: isAway, forMs: 5_000, everyMs: 1 })).toBe(4);
});

test('another error is thrown at once', async () => {
  const work = failing(1, 'a bug');
  await expect(retry(work, { while: isAway, forMs: 5_000, everyMs: 1 })).rejects.toThrow('a bug');
});

test('throws the last error after the time limit', async () => {
  const work = failing(Number.POSITIVE_INFINITY);
  await expect(retry(work, { while: isAway, forMs: 10, everyMs: 1 })).rejects.toThrow('away');
});

/** A task that ends when it is told to. */
function aTask<T>() {
  let end: (value: T) => void = () => undefined;
  let fail: (reason: Error) => void = () => undefined;
  const ended = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  let runs = false;
  const run = () => {
    runs = true;
    return ended;
  };
  return { run, runs: () => runs, end: (value: T) => end(value), fail: () => fail(new Error('x')) };
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve));

test('runs one at a time, in the order of calls, and continues after a failure', async () => {
  const inTurn = createSerialQueue({ max: 3 });
  const [first, second] = [aTask<number>(), aTask<number>()];
  const answers = [inTurn(first.run), inTurn(second.run)];
  await aMoment();
  expect([first.runs(), second.runs()]).toEqual([true, false]);
  first.fail();
  await expect(answers[0]).rejects.toThrow('x');
  await aMoment();
  expect(second.runs()).toBe(true);
  second.end(2);
  expect(await answers[1]).toBe(2);
});

test('rejects new tasks when the queue is full and accepts them once it drains', async () => {
  const inTurn = createSerialQueue({ max: 1 });
  const task = aTask<number>();
  const answer = inTurn(task.run);
  expect(await inTurn(task.run)).toBe(null);
  task.end(1);
  expect(await answer).toBe(1);
  expect(await inTurn(async () => 2)).toBe(2);
});

const options = { timeoutMs: 60_000, ttlMs: 60_000 };

test('concurrent callers, and those just after, share one result', async () => {
  const ask = vi.fn(async () => 7);
  const answer = coalesceCalls(ask, options);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => answer()));
  expect(new Set(answers)).toEqual(new Set([7]));
  expect(await answer()).toBe(7);
  expect(ask).toHaveBeenCalledOnce();
});

test('a stale result is computed again', async () => {
  let isUp = true;
  const answer = coalesceCalls(
    async () => {
      if (!isUp) throw new Error('away');
      return 'up';
    },
    { ...options, ttlMs: 0 },
  );
  expect(await answer()).toBe('up');
  isUp = false;
  expect(await answer()).toBeNull();
  isUp = true;
  expect(await answer()).toBe('up');
});

test('returns null after the timeout and does not start a second call', async () => {
  const ask = vi.fn(() => new Promise<void>(() => undefined));
  const answer = coalesceCalls(ask, { ...options, timeoutMs: 5 });
  expect(await Promise.all([answer(), answer()])).toEqual([null, null]);
  expect(await answer()).toBeNull();
  expect(ask).toHaveBeenCalledOnce();
});
