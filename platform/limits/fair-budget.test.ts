import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairBudget, NotDone } from './fair-budget.ts';

const roomy = { maxWaiting: { perCaller: 1_000, total: 1_000 }, maxWaitMs: 20_000 };
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates work that the test ends. `started` lists the names of the started work, in order. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    of: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    /** Ends some work, and lets waiting work start. */
    async end(name: string) {
      await nextTurn();
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('a caller’s only task runs in the next round, regardless of how many tasks of another caller wait', async () => {
  const run = createFairBudget({ ...roomy, perCaller: 1, total: 2 });
  const { started, of, end } = createWork();
  const ofA = Array.from({ length: 50 }, (_, i) => `a${i + 1}`);
  const runs = [
    ...ofA.map((name) => run('a', 1, of(name))),
    ...['b', 'c'].map((caller) => run(caller, 1, of(`${caller}1`))),
  ];
  await nextTurn();
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1']);
  for (const name of [...ofA.slice(1), 'c1']) await end(name);
  await Promise.all(runs);
});

test('light work does not overtake heavy work that waits for room', async () => {
  const run = createFairBudget({ ...roomy, perCaller: 4, total: 4 });
  const { started, of, end } = createWork();
  void run('a', 3, of('a'));
  void run('b', 4, of('b'));
  void run('c', 1, of('c'));
  await end('a');
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
});

test('work that is heavier than a budget runs alone', async () => {
  const run = createFairBudget({ ...roomy, perCaller: 2, total: 4 });
  expect(await run('a', 9, async () => 'done')).toBe('done');
});

test('work is rejected if it would exceed the limit of waiting work of its caller or of all callers together', async () => {
  const limits = { maxWaiting: { perCaller: 2, total: 3 }, maxWaitMs: 20_000 };
  const run = createFairBudget({ ...limits, perCaller: 1, total: 1 });
  const { of, started, end } = createWork();
  const kept = ['a1', 'a2', 'a3'].map((name) => run('a', 1, of(name)));
  await expect(run('a', 1, of('a4'))).rejects.toEqual(new NotDone('full'));
  kept.push(run('b', 1, of('b1')));
  await expect(run('c', 1, of('c1'))).rejects.toEqual(new NotDone('full'));
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work that has waited too long is rejected without being started, and the next work starts', async () => {
  const run = createFairBudget({ ...roomy, perCaller: 2, total: 2, maxWaitMs: 1 });
  const { of, started, end } = createWork();
  const first = run('a', 1, of('a'));
  await expect(run('b', 2, of('b'))).rejects.toEqual(new NotDone('late'));
  const light = run('c', 1, of('c'));
  await end('a');
  await end('c');
  expect(await Promise.all([first, light])).toEqual(['a', 'c']);
  expect(started).toEqual(['a', 'c']);
});

test('for any arrivals and failures, the limits are respected and each task runs exactly once', async () => {
  const arrivals = fc.array(
    fc.record({
      caller: fc.constantFrom('a', 'b', 'c'),
      weight: fc.integer({ min: 1, max: 3 }),
      turns: fc.nat(3),
      fails: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 3, max: 5 }), async (works, perCaller) => {
      const total = 6;
      const run = createFairBudget({ ...roomy, perCaller, total });
      const running: { caller: string; weight: number }[] = [];
      const weigh = (some: typeof running) => some.reduce((sum, { weight }) => sum + weight, 0);
      let done = 0;
      const results = works.map(({ caller, weight, turns, fails }) =>
        run(caller, weight, async () => {
          const one = { caller, weight };
          running.push(one);
          expect(weigh(running)).toBeLessThanOrEqual(total);
          expect(weigh(running.filter((other) => other.caller === caller))).toBeLessThanOrEqual(
            perCaller,
          );
          for (let i = 0; i < turns; i += 1) await nextTurn();
          running.splice(running.indexOf(one), 1);
          done += 1;
          if (fails) throw new Error('failed');
        }),
      );
      const settled = await Promise.allSettled(results);
      expect(done).toBe(works.length);
      expect(settled.map(({ status }) => status === 'rejected')).toEqual(
        works.map(({ fails }) => fails),
      );
    }),
  );
});
