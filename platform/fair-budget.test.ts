import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairSlots } from './fair-slots.ts';

/** Work that ends when it is told to, and what has started, in that order. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    of: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    /** Ends one if there is one, and lets what follows start. */
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one piece of work comes in the next turn, however much of another caller waits', async () => {
  const run = createFairSlots({ perCaller: 1, total: 2, maxWaiting: 100 });
  const { started, of, end } = createWork();
  for (let i = 1; i <= 50; i += 1) void run('a', of(`a${i}`));
  void run('b', of('b1'));
  void run('c', of('c1'));
  await end('');
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1']);
});

test('what would wait beyond the limit is refused, for that caller alone', async () => {
  const run = createFairSlots({ perCaller: 1, total: 1, maxWaiting: 2 });
  const { of, started, end } = createWork();
  const kept = ['a1', 'a2', 'a3'].map((name) => run('a', of(name)));
  expect(run('a', of('a4'))).toBeNull();
  const other = run('b', of('b1'));
  await end('');
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all([...kept, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('whatever comes and fails, the limits hold and everything is done once', async () => {
  const arrivals = fc.array(
    fc.record({ caller: fc.constantFrom('a', 'b', 'c'), ms: fc.nat(3), fails: fc.boolean() }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (works, perCaller) => {
      const total = 4;
      const run = createFairSlots({ perCaller, total, maxWaiting: 60 });
      const running: string[] = [];
      let done = 0;
      const results = works.map(({ caller, ms, fails }) =>
        run(caller, async () => {
          running.push(caller);
          expect(running.length).toBeLessThanOrEqual(total);
          expect(running.filter((one) => one === caller).length).toBeLessThanOrEqual(perCaller);
          for (let i = 0; i < ms; i += 1) await new Promise((resolve) => setImmediate(resolve));
          running.splice(running.indexOf(caller), 1);
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
