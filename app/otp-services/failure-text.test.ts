import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';

const message = (state: 'delivered' | 'sent' | 'undelivered' | 'failed', reason?: string) => ({
  ...{ id: 'msg_1', state, reason: reason ?? null },
});

test.each([
  [
    { why: 'exhausted', attempts: 5, message: message('delivered') },
    'ended after 5 wrong attempts',
  ],
  [{ why: 'expired', attempts: 1, message: message('delivered') }, 'expired after a wrong attempt'],
  [
    { why: 'expired', attempts: 0, message: message('delivered') },
    'The code arrived, but was not entered',
  ],
  [
    { why: 'expired', attempts: 0, message: message('sent') },
    'has not confirmed that the SMS arrived',
  ],
  [{ why: 'expired', attempts: 0, message: null }, 'The code was not entered before it expired.'],
  [
    { why: 'not_delivered', attempts: 0, message: message('failed', 'validity period over') },
    'The SMS did not arrive. The message expired before a carrier accepted all of its segments.',
  ],
  [
    { why: 'not_delivered', attempts: 0, message: message('undelivered') },
    'The SMS did not arrive.',
  ],
] as const)('describes the failure %o as: %s', (failure, said) => {
  expect(failureText(failure)).toContain(said);
});
