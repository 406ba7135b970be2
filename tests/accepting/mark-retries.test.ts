import { expect, test } from 'vitest';
import { type AcceptResult, markRetries } from '../../domain/messaging/messages/accept-messages.ts';

const request = (periodId: string, ...sizes: number[]) => ({
  caller: { periodId },
  messages: sizes.map((segments) => ({ segments })),
});

const taken = (messages: number, room: number): AcceptResult => ({
  kind: 'accepted',
  messages,
  room,
});
const full = (room: number): AcceptResult => ({
  kind: 'refused',
  code: 'message_limit_reached',
  room,
});

test('when an item exceeds the quota, later items that fit into the remaining quota go into the next flush', () => {
  const requests = [request('a', 2), request('a', 9), request('a', 3), request('a', 4, 1)];
  const results = [taken(1, 5), full(5), full(5), full(5)];
  expect(markRetries(requests, results).map(({ kind }) => kind)).toEqual([
    'accepted',
    'refused',
    'again',
    'refused',
  ]);
});

test('if a flush contains a repeated request, rejected requests of this request’s usage month are tried again in the next flush', () => {
  const noCall: AcceptResult = { kind: 'refused', code: 'api_call_limit_reached' };
  const requests = [request('a', 2), request('a', 2), request('a', 1), request('b', 1)];
  const results: AcceptResult[] = [{ kind: 'repeat' }, full(2), noCall, noCall];
  expect(markRetries(requests, results).map(({ kind }) => kind)).toEqual([
    'repeat',
    'again',
    'again',
    'refused',
  ]);
});

test('an item that exceeds the remaining quota of its month is rejected permanently', () => {
  const requests = [request('a', 2), request('b', 1)];
  expect(markRetries(requests, [taken(1, 100), full(0)])).toEqual([taken(1, 100), full(0)]);
});
