import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccountRing } from './account-ring.ts';

const messages = (userId: string, count: number, cost = 1) =>
  Array.from({ length: count }, (_, i) => ({ userId, cost, no: i }));

const takeFrom = (ring: ReturnType<typeof createAccountRing<ReturnType<typeof messages>[0]>>) => ({
  take: (count: number) => Array.from({ length: count }, () => ring.next()?.userId ?? '-').join(''),
});

test('accounts take turns, whatever they have waiting', () => {
  const ring = createAccountRing<ReturnType<typeof messages>[0]>();
  ring.add('a', messages('a', 1_000), 1);
  ring.add('b', messages('b', 3), 1);
  const { take } = takeFrom(ring);
  expect(take(3)).toBe('aba');
  // A newcomer has its turn in the same round.
  ring.add('c', messages('c', 1), 1);
  expect(take(8)).toBe('bcabaaaa');
});

test('an account gets as many segments a round as its weight', () => {
  const ring = createAccountRing<ReturnType<typeof messages>[0]>();
  ring.add('a', messages('a', 100), 3);
  ring.add('b', messages('b', 100), 1);
  expect(takeFrom(ring).take(12)).toBe('aaabaaabaaab');
});

test('long messages do not give an account more than its share', () => {
  const ring = createAccountRing<ReturnType<typeof messages>[0]>();
  ring.add('a', messages('a', 100, 4), 1);
  ring.add('b', messages('b', 100), 1);
  const taken = takeFrom(ring).take(50);
  const segments = { a: taken.split('a').length * 4 - 4, b: taken.split('b').length - 1 };
  expect(Math.abs(segments.a - segments.b)).toBeLessThanOrEqual(4);
});

test('whatever is added comes out once, each account’s messages in order', () => {
  const step = fc.oneof(
    fc.record({
      userId: fc.constantFrom('a', 'b', 'c', 'd'),
      count: fc.integer({ min: 0, max: 5 }),
      cost: fc.integer({ min: 1, max: 10 }),
      weight: fc.integer({ min: 1, max: 5 }),
    }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ring = createAccountRing<{ userId: string; cost: number; no: number }>();
      const [given, taken] = [new Map<string, number[]>(), new Map<string, number[]>()];
      let no = 0;
      const note = (to: typeof given, message: { userId: string; no: number }) =>
        to.set(message.userId, [...(to.get(message.userId) ?? []), message.no]);
      for (const added of steps) {
        if (added) {
          const list = messages(added.userId, added.count, added.cost).map((one) => {
            no += 1;
            return { ...one, no };
          });
          for (const one of list) note(given, one);
          ring.add(added.userId, list, added.weight);
        } else {
          const next = ring.next();
          if (next) note(taken, next);
        }
      }
      for (const left of ring.drain()) note(taken, left);
      expect(taken).toEqual(given);
      expect(ring.accounts).toBe(0);
      expect(ring.next()).toBeUndefined();
    }),
  );
});
