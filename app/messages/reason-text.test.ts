import { describe, expect, test } from 'vitest';
import type { TimelineEvent } from './contract.ts';
import {
  adviceOf,
  briefReason,
  reasonCatalogue,
  reasonText,
  routeText,
  timelineEventText,
  verdictOf,
} from './reason-text.ts';

const event = (given: Partial<TimelineEvent>): TimelineEvent => ({
  at: '2026-04-06T09:30:00.000Z',
  event: 'queued',
  carrier: null,
  segment: null,
  carrierMessageId: null,
  status: null,
  errorCode: null,
  verdict: null,
  route: null,
  ...given,
});

describe('describes a reason in plain words', () => {
  test.each([
    ['refused with 0x0000000B', 'The carrier rejected the message: it does not accept the number.'],
    ['refused with 0x00000058', 'The carrier rejected the message: we exceeded its rate limit.'],
    [
      'refused with 0x00000440',
      'The carrier rejected the message with its own error code 0x00000440.',
    ],
    ['UNDELIV 001', 'The operator could not deliver the message. Operator error code: 001.'],
    ['UNDELIV 000', 'The operator could not deliver the message.'],
    [
      'UNDELIV 001: The number is not in service',
      'The operator could not deliver the message: The number is not in service',
    ],
    ['UNDELIV', 'The operator could not deliver the message.'],
    ['REJECTD 621', 'The operator rejected the message. Operator error code: 621.'],
    [
      'REJECTD 621: dlt_header_inactive',
      'The operator rejected the message. The header is inactive. Activate it on your DLT portal. (621)',
    ],
    [
      'UNDELIV 633: dlt_template_not_matched: Not as registered with us',
      'The operator could not deliver the message: Not as registered with us',
    ],
    [
      'UNDELIV 9: dlt_of_another_release',
      'The operator could not deliver the message. Operator error code: 9.',
    ],
    ['12 5', 'The operator reports the state 12. Operator error code: 5.'],
    ['validity period over', 'The message expired before a carrier accepted all of its segments.'],
    ['something new', 'something new'],
  ])('describes the reason %s', (reason, words) => {
    expect(reasonText(reason)).toBe(words);
  });
});

describe('describes a reason in one sentence for lists', () => {
  test.each([
    [
      'refused with 0x0000000B',
      '0x0000000B',
      'The carrier rejected the message: it does not accept the number.',
    ],
    ['UNDELIV 001', 'UNDELIV 001', 'The operator could not deliver the message.'],
    [
      'UNDELIV 001: The number is not in service',
      'UNDELIV 001',
      'The operator could not deliver the message: The number is not in service',
    ],
    ['REJECTD 621: dlt_header_inactive', 'REJECTD 621', 'The header is inactive.'],
    [
      'UNDELIV 633: dlt_template_not_matched: Not as registered with us',
      'UNDELIV 633',
      'The operator could not deliver the message: Not as registered with us',
    ],
    [
      'dlt_header_inactive: The header ACMEIN is inactive. Activate it.',
      'dlt_header_inactive',
      'The header ACMEIN is inactive.',
    ],
    ['no carrier connected', null, 'No carrier was connected.'],
    ['something new', 'something new', 'something new'],
  ])('%s', (reason, code, text) => {
    expect(briefReason(reason)).toEqual({ code, text });
  });
});

test.each([
  ['dlt_header_suspended: The operators have suspended this header.', 'dlt_header_suspended'],
  ['sender_not_registered: This sender is not one of your headers.', 'sender_not_registered'],
  ['REJECTD 621: dlt_header_inactive', 'dlt_header_inactive'],
  ['UNDELIV 633: dlt_template_not_matched: Not as registered with us', 'dlt_template_not_matched'],
  ['UNDELIV: operator_blocked', 'operator_blocked'],
  ['UNDELIV 9: dlt_of_another_release', null],
  ['recipient_suppressed: This number is on your suppression list.', null],
  ['UNDELIV 001: The number is not in service', null],
  ['validity period over', null],
])('the code of the verdict is read from %s', (reason, code) => {
  expect(verdictOf(reason)).toBe(code);
});

describe('describes each event of a timeline', () => {
  test.each([
    [{ event: 'refused', status: '0x00000014' }, /queue was full/],
    [
      { event: 'receipt', status: 'DELIVRD', errorCode: '000' },
      /^The message was delivered to the phone\.$/,
    ],
    [{ event: 'receipt', status: 'BUFFRED' }, /reports the state BUFFRED/],
    [
      {
        event: 'receipt',
        status: 'UNDELIV',
        errorCode: '651',
        verdict: { code: 'dlt_promo_window', source: 'operator', message: '', docUrl: '' },
      },
      /hour/,
    ],
    [{ event: 'receipt', status: 'UNDELIV', errorCode: 'x1' }, /Operator error code: x1/],
    [{ event: 'submitted', segment: 2 }, /the segment/],
    [{ event: 'submitted' }, /the whole text/],
    [{ event: 'unanswered' }, /did not respond/],
  ] as const)('describes the event %j', (given, words) => {
    expect(timelineEventText(event(given))).toMatch(words);
  });
});

test('a route is described with the rules that chose it', () => {
  expect(routeText({ name: 'promo', by: ['category', 'prefix', 'weight'] })).toBe(
    'Sent over the route promo, chosen by the kind of the message, the recipient’s number and the shares of its carriers.',
  );
  expect(routeText({ name: 'all', by: [] })).toBe(
    'Sent over the route all, which takes all messages.',
  );
});

test('shows the text that the carrier’s profile gives for a status', () => {
  expect(reasonText('refused with 0x0000040B: Header not registered')).toBe(
    'The carrier rejected the message: Header not registered',
  );
});

describe('the advice about a reason', () => {
  test.each([
    ['refused with 0x0000000B', /Check the number/],
    ['refused with 0x00000058: Too fast', /Send the message again in a few minutes/],
    ['refused with 0x00000440', /send us the message ID/],
    ['UNDELIV 001', /off or out of reach/],
    ['UNDELIV 001: The number is not in service', /off or out of reach/],
    ['validity period over', /Send the message again/],
    ['no answer from the carrier', /arrive twice/],
    ['recipient_suppressed: This number is on your suppression list.', /suppression list/],
    ['dlt_header_suspended: ACMEIN is suspended.', /Reactivate it at its DLT portal/],
    ['12 5', /send us the message ID/],
  ])('says what to do about %s', (reason, words) => {
    expect(adviceOf(reason)).toMatch(words);
  });

  test('gives no advice for a verdict if the description of the verdict already contains the advice', () => {
    expect(adviceOf('REJECTD 621: dlt_header_inactive')).toBe('');
    expect(reasonText('REJECTD 621: dlt_header_inactive')).toMatch(/Activate it/);
  });

  test('exists for each reason in the documentation', () => {
    for (const [reason, { meaning, advice }] of reasonCatalogue) {
      expect([reason, reasonText(reason), adviceOf(reason)]).toEqual([reason, meaning, advice]);
      expect(advice).not.toBe('');
    }
  });
});
