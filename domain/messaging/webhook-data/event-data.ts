import type { z } from 'zod';
import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { deliveredExample, messageWithTimelineOutput } from '#domain/messaging/messages/outputs.ts';
import { type OtpWithAttempts, otpWithAttemptsOutput } from '#domain/messaging/otp/contract.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { accountEventData } from '#domain/webhooks/account-event-data.ts';
import type { EventType } from '#domain/webhooks/contract.browser.ts';

/** The `data` of all events about messages: what `GET /messages/{id}` returns. */
export const messageEventData = messageWithTimelineOutput;

/** The `data` of all events about one-time passwords: what `GET /otps/{id}` returns. */
export const otpEventData = otpWithAttemptsOutput;

/** The message states that cause a webhook event. */
type SettledState = Exclude<MessageState, 'queued' | 'submitting'>;

const [queued, submitted, receipt] = deliveredExample.timeline;
const { settledAt } = exampleValues;
const expiresAt = '2026-04-07T09:30:00.000Z';

const withReceipt = { sentAt: exampleValues.sentAt, settledAt, version: 2 };
const withoutReceipt = { sentAt: null, settledAt, version: 1 };

/** The fields in which each state's example differs from the example of a delivered message. */
const differences: Record<SettledState, object> = {
  sent: { ...withReceipt, settledAt: null, version: 1, timeline: [queued, submitted] },
  delivered: {},
  undelivered: {
    ...withReceipt,
    reason: 'UNDELIV 001',
    timeline: [queued, submitted, { ...receipt, status: 'UNDELIV', errorCode: '001' }],
  },
  failed: {
    ...withoutReceipt,
    reason: 'refused with 0x0000000B',
    timeline: [
      queued,
      {
        ...{ ...submitted, at: settledAt, event: 'refused', carrierMessageId: null },
        status: '0x0000000B',
      },
    ],
  },
  expired: {
    ...{ ...withoutReceipt, settledAt: expiresAt, reason: 'validity period over' },
    timeline: [queued, { ...queued, at: expiresAt, event: 'expired' }],
  },
  unknown: {
    ...{ ...withoutReceipt, settledAt: null, reason: 'no answer from the carrier' },
    timeline: [
      queued,
      { ...submitted, at: settledAt, event: 'unanswered', carrierMessageId: null },
    ],
  },
};

/** An example message in a state, with consistent fields. */
const messageExample = (state: SettledState) => ({
  ...deliveredExample,
  ...differences[state],
  status: state,
});

const messageIn = (state: SettledState) =>
  messageEventData.meta({ example: messageExample(state) });

function otpIn(status: OtpWithAttempts['status']) {
  const { shape } = otpEventData;
  return otpEventData.extend({
    status: shape.status.meta({ example: status }),
    // The example has no channels.
    sendAttempts: shape.sendAttempts.meta({ example: [] }),
  });
}

/** The schema of the `data` of each event type, with an example for that type. */
export const eventData: Record<EventType, z.ZodObject> = {
  'message.sent': messageIn('sent'),
  'message.delivered': messageIn('delivered'),
  'message.undelivered': messageIn('undelivered'),
  'message.failed': messageIn('failed'),
  'message.expired': messageIn('expired'),
  'message.unknown': messageIn('unknown'),
  'otp.sent': otpIn('pending'),
  'otp.verified': otpIn('verified'),
  'otp.expired': otpIn('expired'),
  'otp.exhausted': otpIn('exhausted'),
  ...accountEventData,
};
