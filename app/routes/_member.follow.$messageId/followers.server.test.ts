import { expect, test, vi } from 'vitest';
import { createFollowers } from './followers.server.ts';

const message = {
  _id: 'msg_1',
  status: 'queued' as const,
  reason: null,
  createdAt: '2026-04-06T09:30:00.000Z',
  sentAt: null,
  settledAt: null,
  attempts: 0,
};
const wanted = { sessionId: 'ses_1', messageId: 'msg_1' };

test('all streams are read by one look at a time, which waits for the one before', async () => {
  const sizes: number[] = [];
  let atOnce = 0;
  const takePlace = createFollowers({
    ...{ perUser: 5, perNetwork: 200, inAll: 200, everyMs: 1 },
    async look(list) {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      sizes.push(list.length);
      return list.map(() => message);
    },
  });
  const places = Array.from({ length: 40 }, (_, index) =>
    takePlace(`usr_${index % 10}`, '192.0.2.1'),
  );
  const listener = vi.fn();
  for (const place of places) if (typeof place !== 'string') place.follow(wanted, listener);
  await vi.waitFor(() => expect(sizes.length).toBeGreaterThan(2));
  expect(new Set(sizes)).toEqual(new Set([40]));
  for (const place of places) if (typeof place !== 'string') place.leave();
  const looks = sizes.length;
  await vi.waitFor(() => expect(atOnce).toBe(0));
  expect(sizes.length).toBeLessThanOrEqual(looks + 1);
});

test('a user and a network take no more than their places, all together no more than there are', () => {
  const takePlace = createFollowers({
    ...{ perUser: 2, perNetwork: 3, inAll: 4, everyMs: 1 },
    look: async () => [],
  });
  const [here, there] = ['192.0.2.1', '192.0.2.2'];
  const first = takePlace('usr_1', here);
  takePlace('usr_1', here);
  expect(takePlace('usr_1', there)).toBe('user');
  takePlace('usr_2', here);
  expect(takePlace('usr_3', here)).toBe('network');
  takePlace('usr_3', there);
  expect(takePlace('usr_4', there)).toBe('all');
  if (typeof first === 'string') throw new Error('there was a place');
  first.leave();
  first.leave();
  expect(typeof takePlace('usr_4', here)).toBe('object');
  expect(takePlace('usr_5', there)).toBe('all');
});

test('a look that fails ends the streams, and later ones are read again', async () => {
  let fails = true;
  const takePlace = createFollowers({
    ...{ perUser: 2, perNetwork: 3, inAll: 3, everyMs: 1 },
    async look(list) {
      if (fails) throw new Error('PostgreSQL unavailable');
      return list.map(() => message);
    },
  });
  const follow = () => {
    const place = takePlace('usr_1', '192.0.2.1');
    if (typeof place === 'string') throw new Error('there was a place');
    const listener = vi.fn((found: unknown) => (found ? undefined : place.leave()));
    place.follow(wanted, listener);
    return { listener, place };
  };
  const first = follow();
  await vi.waitFor(() => expect(first.listener).toHaveBeenCalledWith(null));
  fails = false;
  const second = follow();
  await vi.waitFor(() => expect(second.listener).toHaveBeenCalledWith(message));
  second.place.leave();
});
