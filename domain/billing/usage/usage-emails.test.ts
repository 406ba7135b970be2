import { expect, test } from 'vitest';
import { usageThresholdReached } from './usage-emails.ts';

test.each([
  [0, 1_000, null],
  [799, 1_000, null],
  [800, 1_000, 80],
  [999, 1_000, 80],
  [1_000, 1_000, 100],
  // A month with a limit of 0 counts as used up.
  [0, 0, 100],
  [2, 3, null],
])(
  'a user who has sent %i of %i messages is notified at %s percent',
  (messagesUsed, messageLimit, mark) => {
    expect(usageThresholdReached({ messagesUsed, messageLimit })).toBe(mark);
  },
);
