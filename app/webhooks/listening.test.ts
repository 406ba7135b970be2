import { expect, test } from 'vitest';
import { mergeEvents } from './listening.ts';

const anEvent = (id: string) => ({
  ...{ _id: id, type: 'ping' as const, timestamp: '2026-12-01T10:00:00.000Z' },
  ...{ subject: null, body: null },
});

const idsOf = (events: { _id: string }[]) => events.map(({ _id }) => _id);

test('merges two lists without duplicates, newest first, including events that were committed late', () => {
  const loaded = ['evt_3', 'evt_1'].map(anEvent);
  const streamed = ['evt_2', 'evt_3', 'evt_4'].map(anEvent);
  expect(idsOf(mergeEvents(loaded, streamed))).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1']);
});

test('omits the oldest events of a list that is too long', () => {
  const many = Array.from({ length: 99 }, (_, i) => anEvent(`evt_${100 + i}`));
  const merged = mergeEvents(many, [anEvent('evt_200')]);
  expect(merged).toHaveLength(50);
  expect(idsOf(merged).slice(0, 2)).toEqual(['evt_200', 'evt_198']);
  expect(mergeEvents([], many, 3)).toHaveLength(3);
});
