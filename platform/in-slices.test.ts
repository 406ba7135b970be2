import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitPerTurn, mapInSlices, runAtOnce, runInSlices, waitForOwnTurn } from './in-slices.ts';

/** Keeps the processor busy for some time, as parsing does. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Counts the iterations of the event loop until it is stopped. */
function countTurns() {
  let turns = 0;
  let running = true;
  const count = async () => {
    while (running) {
      await nextTurn();
      turns += 1;
    }
  };
  void count();
  return () => {
    running = false;
    return turns;
  };
}

test('maps every item, in order', async () => {
  const items = Array.from({ length: 5_000 }, (_, i) => i);
  expect(await mapInSlices(items, (item, index) => item * 2 + index)).toEqual(
    items.map((i) => i * 3),
  );
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

function* countTo(most: number, holdMs = 0): Generator<void, number> {
  for (let at = 0; at < most; at += 1) {
    hold(holdMs);
    yield;
  }
  return most;
}

test('running steps yields to other work, and returns the final result', async () => {
  expect(runAtOnce(countTo(3))).toBe(3);
  const stop = countTurns();
  expect(await runInSlices(countTo(20, 6))).toBe(20);
  expect(stop()).toBeGreaterThanOrEqual(10);
});

test('mapping yields to other work', async () => {
  const stop = countTurns();
  await mapInSlices(Array.from({ length: 20 }), () => hold(6));
  // A slice of 10 ms has at most two items of 6 ms.
  expect(stop()).toBeGreaterThanOrEqual(10);
});

test('rejects with the error that the mapping throws', async () => {
  const failing = mapInSlices([1, 2], () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
});

test('only one of several concurrent calls continues in each event loop iteration', async () => {
  let turn = 0;
  let running = true;
  const count = async () => {
    while (running) {
      await nextTurn();
      turn += 1;
    }
  };
  void count();
  const turns = await Promise.all(['a', 'b', 'c'].map(() => waitForOwnTurn().then(() => turn)));
  running = false;
  expect(new Set(turns).size).toBe(3);
});

test('only a limited number of callers begins in each iteration, in order', async () => {
  let turn = 0;
  const countTurn = () => {
    turn += 1;
    if (turn < 5) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const wait = limitPerTurn(3);
  const begun: [caller: number, turn: number][] = [];
  await Promise.all(
    Array.from({ length: 7 }, async (_, caller) => {
      await wait();
      begun.push([caller, turn]);
    }),
  );
  expect(begun.map(([caller]) => caller)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(begun.map(([, at]) => at)).toEqual([0, 0, 0, 1, 1, 1, 2]);
});
