import { examples } from '#domain/shared/examples.ts';

const submitted = { carrier: 'default', segment: 1, carrierMessageId: 'hocbkq3xo1' };
const nobody = { carrier: null, segment: null, carrierMessageId: null };

/** A message that arrived, as the reference shows it: fields that agree with each other. */
export const deliveredExample = {
  _id: examples.messageId,
  user: examples.userId,
  apiId: examples.keyId,
  serverNumber: examples.sender,
  recipient: examples.recipient,
  content: examples.text,
  segments: 1,
  status: 'delivered',
  reason: null,
  createdAt: examples.createdAt,
  sentAt: examples.sentAt,
  settledAt: examples.settledAt,
  timeline: [
    { at: examples.createdAt, event: 'queued', ...nobody, status: null, errorCode: null },
    { at: examples.sentAt, event: 'submitted', ...submitted, status: null, errorCode: null },
    { at: examples.settledAt, event: 'receipt', ...submitted, status: 'DELIVRD', errorCode: '000' },
  ],
};
