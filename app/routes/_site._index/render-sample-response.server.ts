import { highlight } from '#app/content/highlight.server.ts';
import { placeholders } from '#app/samples/contract.ts';
import type { AcceptedMessageOutput } from '#domain/messaging/messages/outputs.ts';

const data: AcceptedMessageOutput = {
  _id: 'msg_01M7WW6X3N9KVJHB4XGRXP5GHQ',
  user: 'usr_01M7WVZSNDBQ78B42KJKBV5ABJ',
  apiId: placeholders.keyId,
  serverNumber: 'DAKIYA',
  recipient: '+919876543210',
  livemode: true,
  kind: 'message',
  content: 'Your order has been shipped.',
  templateId: null,
  entityId: null,
  segments: 1,
  status: 'queued',
  reason: null,
  version: 0,
  createdAt: '2026-11-20T16:21:38.549Z',
  scheduledFor: null,
  sentAt: null,
  settledAt: null,
  warnings: [],
};

/** The response to the sample call as HTML, with the reader's API ID if there is one. */
export function renderSampleResponse(keyId: string | null): string {
  const answer = {
    status: 'success',
    message: 'Message sent successfully!',
    data: { ...data, apiId: keyId ?? data.apiId },
  };
  // Joins neighbouring null values into one line, as they do not matter here.
  const text = JSON.stringify(answer, null, 2).replace(/null,\n\s+(?="\w+": null)/g, 'null, ');
  return highlight(text, 'json');
}
