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

test('puts items that fit, after a message that was too large, into the next flush', () => {
  const requests = [request('a', 2), request('a', 9), request('a', 3), request('a', 4, 1)];
  const results = [taken(1, 5), full(5), full(5), full(5)];
  expect(markRetries(requests, results).map(({ kind }) => kind)).toEqual([
    'accepted',
    'refused',
    'again',
    'refused',
  ]);
});

test('puts items rejected beside a repeat into the next flush', () => {
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

test('permanently rejects items that exceed the remaining quota of other months', () => {
  const requests = [request('a', 2), request('b', 1)];
  expect(markRetries(requests, [taken(1, 100), full(0)])).toEqual([taken(1, 100), full(0)]);
});
