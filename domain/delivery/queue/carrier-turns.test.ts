import { expect, test } from 'vitest';
import type { Carrier, Slot } from '../carriers/contract.ts';
import { createCarrierTurns, type Turn } from './carrier-turns.ts';

/** Creates a carrier whose slots the test hands out. */
function aCarrier(name: string) {
  const waiters: ((slot: Slot | null) => void)[] = [];
  let isUsable = true;
  let released = 0;
  const carrier = {
    name,
    usable: () => isUsable,
    acquire: () => (isUsable ? new Promise<Slot | null>((resolve) => waiters.push(resolve)) : null),
  } as unknown as Carrier;
  const release = () => {
    released += 1;
  };
  return {
    carrier,
    released: () => released,
    /** Gives slots to the waiters, one after the other. */
    async give(count: number): Promise<void> {
      for (let given = 0; given < count; given += 1) {
        waiters.shift()?.({ carrier: name, release } as unknown as Slot);
        await settled();
      }
    },
    /** Makes the carrier usable or unusable. When it becomes unusable, all waits end without a slot. */
    async setUsable(usable: boolean): Promise<void> {
      isUsable = usable;
      if (!usable) for (const waiter of waiters.splice(0)) waiter(null);
      await settled();
    },
  };
}

/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

type Message = Turn & { no: number };

function aLane() {
  const stopping = new AbortController();
  const taken: string[] = [];
  const without: string[] = [];
  const turns = createCarrierTurns<Message>({
    ...{ lane: 'messages', stopping: stopping.signal, track: () => undefined },
    onSlot: ({ userId, no }, { slot, skipped }) =>
      taken.push(`${userId}${no}>${[...skipped, slot.carrier].join('!')}`),
    onNoCarrier: (list) => without.push(...list.map(({ userId, no }) => `${userId}${no}`)),
  });
  return { stopping, taken, without, turns };
}

const messages = (userId: string, count: number, ...carriers: { carrier: Carrier }[]): Message[] =>
  Array.from({ length: count }, (_, no) => ({
    ...{ userId, no, cost: 1, weight: 1, carriers: carriers.map(({ carrier }) => carrier) },
  }));

test('accounts take turns at a carrier, even if the carrier is the first of one route and the second of another route', async () => {
  const [x, y] = [aCarrier('x'), aCarrier('y')];
  const { turns, taken } = aLane();
  await x.setUsable(false);
  turns.add(messages('a', 3, y));
  turns.add(messages('b', 3, x, y));
  turns.add(messages('c', 3, y));
  await y.give(6);
  expect(taken).toEqual(['a0>y', 'b0>x!y', 'c0>y', 'a1>y', 'b1>x!y', 'c1>y']);
});

test('a carrier without a free slot does not delay messages for another carrier', async () => {
  const [x, y] = [aCarrier('x'), aCarrier('y')];
  const { turns, taken } = aLane();
  turns.add(messages('a', 2, x));
  turns.add(messages('a', 2, y));
  turns.add(messages('b', 1, y));
  await y.give(3);
  expect(taken).toEqual(['a0>y', 'b0>y', 'a1>y']);
});

test('messages use the next carrier of their route while the first is unusable, and are released when no carrier is usable', async () => {
  const [x, y] = [aCarrier('x'), aCarrier('y')];
  const { turns, taken, without } = aLane();
  turns.add(messages('a', 3, x, y));
  turns.add(messages('b', 2, x));
  await x.setUsable(false);
  expect(without).toEqual(['b0', 'b1']);
  await y.give(1);
  await x.setUsable(true);
  turns.move();
  await Promise.all([x.give(2), y.give(1)]);
  expect(taken).toEqual(['a0>x!y', 'a1>x', 'a2>x']);
  // The carrier got its second slot back, because no message was waiting for it.
  expect(y.released()).toBe(1);
});

test('a rejected message goes before its account’s other messages, but does not overtake other accounts', async () => {
  const [x, y] = [aCarrier('x'), aCarrier('y')];
  const { turns, taken } = aLane();
  const [refused, ...others] = messages('a', 3, x, y);
  turns.add(others.map((message) => ({ ...message, carriers: [y.carrier] })));
  turns.add(messages('b', 2, y));
  await y.give(1);
  const next = turns.nextOf(refused as Message)(new Set(['x']), 1);
  await y.give(1);
  expect(taken).toEqual(['a1>y', 'b0>y']);
  await y.give(1);
  expect((await next)?.slot.carrier).toBe('y');
  await y.give(2);
  expect(taken).toEqual(['a1>y', 'b0>y', 'b1>y', 'a2>y']);
});

test('a message that a carrier rejected stops waiting when the other carriers become unusable, or the worker stops', async () => {
  const [x, y] = [aCarrier('x'), aCarrier('y')];
  const { turns, stopping } = aLane();
  const [message] = messages('a', 1, x, y) as [Message];
  const after = () => turns.nextOf(message)(new Set(['x']), 1);
  const first = after();
  await y.setUsable(false);
  expect(await first).toBeNull();
  expect(await after()).toBeNull();
  await y.setUsable(true);
  const last = after();
  stopping.abort();
  expect(await last).toBeNull();
  expect(turns.drain()).toEqual([]);
});
