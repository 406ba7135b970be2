import { exampleValues } from '#domain/shared/example-values.browser.ts';

const submitted = { carrier: 'default', segment: 1, carrierMessageId: 'hocbkq3xo1' };
const noCarrier = { carrier: null, segment: null, carrierMessageId: null };
const usual = { errorCode: null, verdict: null, route: null };

/** A message that arrived, as the reference shows it: fields that agree with each other. */
export const deliveredExample = {
  _id: exampleValues.messageId,
  user: exampleValues.userId,
  apiId: exampleValues.keyId,
  serverNumber: exampleValues.sender,
  recipient: exampleValues.recipient,
  livemode: true,
  kind: 'message',
  content: exampleValues.text,
  templateId: null,
  entityId: null,
  segments: 1,
  status: 'delivered',
  reason: null,
  version: 2,
  createdAt: exampleValues.createdAt,
  scheduledFor: null,
  sentAt: exampleValues.sentAt,
  settledAt: exampleValues.settledAt,
  timeline: [
    { at: exampleValues.createdAt, event: 'queued', ...noCarrier, status: null, ...usual },
    { at: exampleValues.sentAt, event: 'submitted', ...submitted, status: null, ...usual },
    {
      at: exampleValues.settledAt,
      event: 'receipt',
      ...submitted,
      status: 'DELIVRD',
      errorCode: '000',
      verdict: null,
      route: null,
    },
  ],
};
