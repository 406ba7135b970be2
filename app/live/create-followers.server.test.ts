import { expect, test, vi } from 'vitest';
import { createFollowers } from './create-followers.server.ts';

const message = {
  _id: 'msg_1',
  status: 'queued' as const,
  livemode: true,
  reason: null,
  createdAt: '2026-04-06T09:30:00.000Z',
  sentAt: null,
  settledAt: null,
  attempts: 0,
};
const wanted = { sessionId: 'ses_1', messageId: 'msg_1' };

test('one query at a time reads the state of all streams', async () => {
  const sizes: number[] = [];
  let atOnce = 0;
  const acquireSlot = createFollowers({
    ...{ perUser: 5, perNetwork: 200, inAll: 200, everyMs: 1 },
    async readAll(list) {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      sizes.push(list.length);
      return list.map(() => message);
    },
  });
  const slots = Array.from({ length: 40 }, (_, index) =>
    acquireSlot(`usr_${index % 10}`, '192.0.2.1'),
  );
  const listener = vi.fn();
  for (const slot of slots) if (typeof slot !== 'string') slot.follow(wanted, listener);
  await vi.waitFor(() => expect(sizes.length).toBeGreaterThan(2));
  expect(new Set(sizes)).toEqual(new Set([40]));
  for (const slot of slots) if (typeof slot !== 'string') slot.release();
  const reads = sizes.length;
  await vi.waitFor(() => expect(atOnce).toBe(0));
  expect(sizes.length).toBeLessThanOrEqual(reads + 1);
});

test('limits streams per user, per network and in total', () => {
  const acquireSlot = createFollowers({
    ...{ perUser: 2, perNetwork: 3, inAll: 4, everyMs: 1 },
    readAll: async () => [],
  });
  const [here, there] = ['192.0.2.1', '192.0.2.2'];
  const first = acquireSlot('usr_1', here);
  acquireSlot('usr_1', here);
  expect(acquireSlot('usr_1', there)).toBe('user');
  acquireSlot('usr_2', here);
  expect(acquireSlot('usr_3', here)).toBe('network');
  acquireSlot('usr_3', there);
  expect(acquireSlot('usr_4', there)).toBe('all');
  if (typeof first === 'string') throw new Error('a slot was free');
  first.release();
  first.release();
  expect(typeof acquireSlot('usr_4', here)).toBe('object');
  expect(acquireSlot('usr_5', there)).toBe('all');
});

test('a failed query ends the open streams, and the state of a stream that is opened later is read as usual', async () => {
  let fails = true;
  const acquireSlot = createFollowers({
    ...{ perUser: 2, perNetwork: 3, inAll: 3, everyMs: 1 },
    async readAll(list) {
      if (fails) throw new Error('PostgreSQL unavailable');
      return list.map(() => message);
    },
  });
  const follow = () => {
    const slot = acquireSlot('usr_1', '192.0.2.1');
    if (typeof slot === 'string') throw new Error('a slot was free');
    const listener = vi.fn((found: unknown) => (found ? undefined : slot.release()));
    slot.follow(wanted, listener);
    return { listener, slot };
  };
  const first = follow();
  await vi.waitFor(() => expect(first.listener).toHaveBeenCalledWith(null));
  fails = false;
  const second = follow();
  await vi.waitFor(() => expect(second.listener).toHaveBeenCalledWith(message));
  second.slot.release();
});
