import { describe, expect, test } from 'vitest';
import type { MessageWithTimeline, TimelineEvent } from './contract.ts';
import { formatDuration, toTimeSteps } from './time-bar.tsx';

test.each([
  [0, '0.00 s'],
  [-5, '0.00 s'],
  [418, '0.41 s'],
  [59_999, '59.99 s'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

describe('lists the steps of a message with the duration of each step', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 3, 6) + seconds * 1_000).toISOString();
  const event = (name: TimelineEvent['event'], seconds: number) =>
    ({ event: name, at: at(seconds) }) as TimelineEvent;

  test.each<[string, Partial<MessageWithTimeline>, string[]]>([
    ['queued', {}, ['Accepted']],
    [
      'delivered',
      {
        status: 'delivered',
        sentAt: at(1),
        settledAt: at(4),
        timeline: [event('queued', 0), event('submitted', 1), event('receipt', 4)],
      },
      ['Accepted', 'Submitted 1000 in the queue', 'Delivered 3000 until the receipt'],
    ],
    [
      'failed',
      {
        status: 'failed',
        settledAt: at(2),
        timeline: [event('queued', 0), event('refused', 2)],
      },
      ['Accepted', 'Failed 2000 until it ended'],
    ],
    [
      'sent at the second attempt',
      {
        status: 'sent',
        sentAt: at(9),
        timeline: [event('queued', 0), event('refused', 2), event('submitted', 9)],
      },
      ['Accepted', 'First attempt 2000 in the queue', 'Submitted 7000 further attempts'],
    ],
    [
      'deferred',
      {
        status: 'sent',
        scheduledFor: at(60),
        sentAt: at(61),
        timeline: [event('queued', 0), event('submitted', 61)],
      },
      [
        'Accepted',
        'Allowed hours began 60000 waiting for the allowed hours',
        'Submitted 1000 in the queue',
      ],
    ],
    [
      'expired',
      { status: 'expired', settledAt: at(60) },
      ['Accepted', 'Expired 60000 until it ended'],
    ],
  ])('divides the time of a message: %s', (_, given, steps) => {
    const message = {
      ...{ status: 'queued', createdAt: at(0), scheduledFor: null, sentAt: null, settledAt: null },
      timeline: [event('queued', 0)],
      ...given,
    } as MessageWithTimeline;
    expect(
      toTimeSteps(message).map(({ label, took, phase }) =>
        took === null ? label : `${label} ${took} ${phase}`,
      ),
    ).toEqual(steps);
  });
});
