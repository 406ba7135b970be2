import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

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
