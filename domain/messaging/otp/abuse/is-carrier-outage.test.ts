import { expect, test } from 'vitest';
import { isCarrierOutage } from './is-carrier-outage.ts';

test.each([
  ['all fail', { sent: 120, undelivered: 110 }, { sent: 500, undelivered: 450 }, true],
  [
    'others fail half as often',
    { sent: 120, undelivered: 60 },
    { sent: 400, undelivered: 100 },
    true,
  ],
  [
    'others fail less than that',
    { sent: 120, undelivered: 60 },
    { sent: 400, undelivered: 99 },
    false,
  ],
  [
    'others fail as they always do',
    { sent: 120, undelivered: 110 },
    { sent: 500, undelivered: 25 },
    false,
  ],
  ['others do not fail', { sent: 120, undelivered: 1 }, { sent: 500, undelivered: 0 }, false],
  [
    'there are just enough others to say',
    { sent: 120, undelivered: 110 },
    { sent: 100, undelivered: 0 },
    false,
  ],
  [
    'there are too few others to say',
    { sent: 120, undelivered: 110 },
    { sent: 99, undelivered: 0 },
    true,
  ],
])(
  'detects a carrier outage when other accounts fail at a similar rate: %s',
  (_, own, others, is) => {
    expect(isCarrierOutage(own, others, 100)).toBe(is);
  },
);
