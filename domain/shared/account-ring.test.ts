import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccountRing } from './account-ring.ts';

type Message = { userId: string; cost: number; weight: number; no: number };

const messages = (userId: string, count: number, { cost = 1, weight = 1 } = {}): Message[] =>
  Array.from({ length: count }, (_, no) => ({ userId, cost, weight, no }));

/** A ring with messages. `take` takes the next messages, and returns the ids of their accounts. */
function aRing(...added: Message[][]) {
  const ring = createAccountRing<Message>();
  for (const message of added.flat()) ring.add(message);
  const take = (count: number) =>
    Array.from({ length: count }, () => ring.next()?.userId ?? '-').join('');
  return { ring, take };
}

test('serves accounts in turn, regardless of their backlogs', () => {
  const { ring, take } = aRing(messages('a', 1_000), messages('b', 3));
  expect(take(3)).toBe('aba');
  // A new account is served immediately.
  for (const message of messages('c', 1)) ring.add(message);
  expect(take(8)).toBe('cbabaaaa');
});

test('in each round the number of segments that an account may send is the account’s weight', () => {
  const { take } = aRing(messages('a', 100, { weight: 3 }), messages('b', 100));
  expect(take(12)).toBe('aaabaaabaaab');
});

test('long messages do not give an account more than its share of segments', () => {
  const { take } = aRing(messages('a', 100, { cost: 4 }), messages('b', 100));
  const taken = take(50);
  const segments = { a: taken.split('a').length * 4 - 4, b: taken.split('b').length - 1 };
  expect(Math.abs(segments.a - segments.b)).toBeLessThanOrEqual(4);
});

test('every message is returned exactly once, in the order of its account', () => {
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
      const { ring } = aRing();
      const [given, taken] = [new Map<string, number[]>(), new Map<string, number[]>()];
      const note = (to: typeof given, { userId, no }: Message) =>
        to.set(userId, [...(to.get(userId) ?? []), no]);
      let no = 0;
      for (const added of steps) {
        if (added) {
          for (const message of messages(added.userId, added.count, added)) {
            no += 1;
            const numbered = { ...message, no };
            note(given, numbered);
            ring.add(numbered);
          }
        } else {
          const next = ring.next();
          if (next) note(taken, next);
        }
      }
      for (const left of ring.remove(() => true)) note(taken, left);
      expect(taken).toEqual(given);
      expect(ring.next()).toBeUndefined();
      expect([ring.accounts, ring.size]).toEqual([0, 0]);
    }),
  );
});

test('`remove` returns messages in serving order, and the remaining messages keep their order', () => {
  const { ring, take } = aRing(messages('a', 3), messages('b', 3), messages('c', 3));
  expect(take(4)).toBe('abca');
  const removed = ring.remove(({ no }) => no === 1);
  expect(removed.map(({ userId }) => userId).join('')).toBe('bc');
  expect(take(4)).toBe('bca-');
});

test('urgent messages of an account are served before its other messages, within the account’s share', () => {
  const { ring, take } = aRing(messages('a', 2), messages('b', 2));
  const [urgent] = messages('a', 1) as [Message];
  ring.add(urgent, true);
  expect([ring.waiting('a'), ring.waiting('nobody'), ring.size]).toEqual([2, 0, 5]);
  expect(ring.next()).toBe(urgent);
  expect(take(4)).toBe('baba');
});

test('an urgent message that was removed is not returned', () => {
  const { ring } = aRing(messages('a', 1));
  const [gone, stays, unknown] = messages('a', 3) as [Message, Message, Message];
  for (const message of [gone, stays]) ring.add(message, true);
  expect(ring.removeUrgent(gone)).toBe(true);
  for (const message of [gone, unknown, ...messages('nobody', 1)])
    expect(ring.removeUrgent(message)).toBe(false);
  expect(ring.size).toBe(2);
  expect(ring.next()).toBe(stays);
});

test('an account whose messages were all taken is still counted until its next turn', () => {
  const { ring, take } = aRing(messages('a', 1), messages('b', 3));
  expect(take(2)).toBe('ab');
  expect(ring.accounts).toBe(2);
  expect(take(1)).toBe('b');
  expect(ring.accounts).toBe(1);
});
