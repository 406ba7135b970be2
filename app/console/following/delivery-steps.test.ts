import { describe, expect, it } from 'vitest';
import type { TrackedMessage } from './contract.ts';
import { toDeliverySteps } from './delivery-steps.ts';
import { statusText } from './status-text.ts';

const at = '2026-04-06T09:30:00.000Z';
const message = (more: Partial<TrackedMessage>): TrackedMessage => ({
  _id: 'msg_1',
  status: 'queued',
  reason: null,
  createdAt: at,
  sentAt: null,
  settledAt: null,
  attempts: 0,
  ...more,
});

const way = (more: Partial<TrackedMessage>) =>
  toDeliverySteps(message(more)).map(({ name, place }) => `${name} ${place}`);

describe('lists the delivery steps of a message', () => {
  it.each<[Partial<TrackedMessage>, string[]]>([
    [{}, ['queued here', 'submitting ahead', 'sent ahead', 'delivered ahead']],
    [
      { status: 'sent', sentAt: at, attempts: 1 },
      ['queued past', 'submitting past', 'sent here', 'delivered ahead'],
    ],
    [
      { status: 'undelivered', sentAt: at, settledAt: at, attempts: 1 },
      ['queued past', 'submitting past', 'sent past', 'undelivered here'],
    ],
    [
      { status: 'failed', settledAt: at, attempts: 1 },
      ['queued past', 'submitting past', 'failed here'],
    ],
    [{ status: 'expired', settledAt: at }, ['queued past', 'expired here']],
    [
      { status: 'unknown', attempts: 1 },
      ['queued past', 'submitting past', 'unknown here', 'delivered ahead'],
    ],
  ])('%o', (more, stations) => expect(way(more)).toEqual(stations));
});

it('says the reason in plain words, and no code', () => {
  const failed = message({ status: 'failed', reason: 'refused with 0x0000000B', attempts: 1 });
  expect(statusText(failed)).toBe(
    'The carrier rejected it permanently. Reason: the carrier does not know this number.',
  );
  const waiting = message({ reason: 'refused with 0x00000058', attempts: 1 });
  expect(statusText(waiting)).toBe('Waiting to retry: the carrier asked us to slow down.');
});
