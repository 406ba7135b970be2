import { describe, expect, it } from 'vitest';
import type { TrackedMessage } from './contract.ts';
import { statusText, toDeliverySteps } from './delivery-tracker.tsx';

const at = '2026-04-06T09:30:00.000Z';
const message = (more: Partial<TrackedMessage>): TrackedMessage => ({
  _id: 'msg_1',
  status: 'queued',
  livemode: true,
  reason: null,
  createdAt: at,
  sentAt: null,
  settledAt: null,
  attempts: 0,
  ...more,
});

const describeSteps = (more: Partial<TrackedMessage>) =>
  toDeliverySteps(message(more)).map(({ name, progress }) => `${name} ${progress}`);

describe('the delivery steps', () => {
  it.each<[Partial<TrackedMessage>, string[]]>([
    [{}, ['queued current', 'submitting upcoming', 'sent upcoming', 'delivered upcoming']],
    [
      { status: 'sent', sentAt: at, attempts: 1 },
      ['queued done', 'submitting done', 'sent current', 'delivered upcoming'],
    ],
    [
      { status: 'undelivered', sentAt: at, settledAt: at, attempts: 1 },
      ['queued done', 'submitting done', 'sent done', 'undelivered current'],
    ],
    [
      { status: 'failed', settledAt: at, attempts: 1 },
      ['queued done', 'submitting done', 'failed current'],
    ],
    [{ status: 'expired', settledAt: at }, ['queued done', 'expired current']],
    [
      { status: 'unknown', attempts: 1 },
      ['queued done', 'submitting done', 'unknown current', 'delivered upcoming'],
    ],
  ])('lists the delivery steps of a message with %o', (more, stations) =>
    expect(describeSteps(more)).toEqual(stations),
  );
});

it('describes the reason in plain words, without its code', () => {
  const failed = message({ status: 'failed', reason: 'refused with 0x0000000B', attempts: 1 });
  expect(statusText(failed)).toBe(
    'The carrier rejected the message permanently. Reason: the carrier does not know this number.',
  );
  const waiting = message({ reason: 'refused with 0x00000058', attempts: 1 });
  expect(statusText(waiting)).toBe('Waiting to retry: the carrier asked us to slow down.');
});

it('says that no phone received a test message', () => {
  expect(statusText(message({ status: 'delivered', attempts: 1, livemode: false }))).toBe(
    'Counted as delivered. No phone got the message, because it was sent in test mode.',
  );
});
