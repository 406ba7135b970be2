import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { deliveredExample } from '#domain/messaging/messages/delivered-example.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** The states of a message that are events. */
export type SettledState = Exclude<MessageState, 'queued' | 'submitting'>;

const [queued, submitted, receipt] = deliveredExample.timeline;
const { settledAt } = exampleValues;
const expiresAt = '2026-04-07T09:30:00.000Z';

const withReceipt = { sentAt: exampleValues.sentAt, settledAt, version: 2 };
const withoutReceipt = { sentAt: null, settledAt, version: 1 };

/** Fields in which the example of a state differs from that of a delivered message. */
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

/** A message in a state, with fields that agree with each other. */
export const messageExample = (state: SettledState) => ({
  ...deliveredExample,
  ...differences[state],
  status: state,
});
