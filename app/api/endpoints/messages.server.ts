import { z } from 'zod';
import {
  listMessagesInput,
  maxBatch,
  postMessageInput,
  sendBatchInput,
  sendMessageInput,
} from '#domain/messaging/messages/contract.ts';
import {
  getMessage as get,
  listMessages as list,
} from '#domain/messaging/messages/find-messages.ts';
import {
  acceptedMessageOutput,
  batchResultOutput,
  messageOutput,
  messageWithTimelineOutput,
} from '#domain/messaging/messages/outputs.ts';
import { sendBatch as sendAll } from '#domain/messaging/messages/send-batch.ts';
import { sendMessage as send } from '#domain/messaging/messages/send-message.ts';
import { findUnsupportedField } from '#domain/messaging/messages/unsupported-fields.ts';
import {
  cancelScheduled,
  listScheduled,
  reschedule,
  rescheduleInput,
} from '#domain/messaging/scheduling/scheduled-messages.ts';
import {
  analyticsInput,
  analyticsOutput,
  getAnalytics as read,
} from '#domain/messaging/stats/analytics.ts';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { endpoint } from '../endpoint.ts';
import { toViewer } from '../pipeline/authenticate.server.ts';
import { pageOutput, toPageResult } from './pages.ts';

/** Fields that these endpoints share. */
const ofMessages = { tag: 'Messages', auth: 'key', testKeys: true } as const;

export const sendMessage = endpoint({
  ...ofMessages,
  method: 'POST',
  path: '/messages/send-message',
  operationId: 'sendMessage',
  summary: 'Send a message',
  description:
    'Sends one text, or a template with values. Dakiya checks the message against your DLT registrations before it charges anything. The response 202 means that the message is stored; `GET /messages/{id}` returns its status.',
  scope: 'messages:send',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: sendMessageInput,
  findUnsupported: (body) => findUnsupportedField(body, { canSchedule: true }),
  status: 202,
  message: 'Message sent successfully!',
  output: acceptedMessageOutput,
  errors: [
    'invalid_recipient',
    'unsupported_country',
    'message_empty',
    'message_too_long',
    'message_limit_reached',
    'template_not_allowed',
    'recipient_suppressed',
    ...dltErrorCodes,
  ],
  handle: ({ caller, body, idempotency }) => send(caller, body, idempotency),
});

export const postMessage = endpoint({
  ...ofMessages,
  method: 'POST',
  path: '/message',
  operationId: 'postMessage',
  summary: 'Send a message (short form)',
  description:
    'Does the same as `/messages/send-message`, but takes the text in `content` and does not support templates.',
  scope: 'messages:send',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: postMessageInput,
  findUnsupported: (body) => findUnsupportedField(body, { canSchedule: true }),
  status: 202,
  message: sendMessage.message,
  output: acceptedMessageOutput,
  errors: sendMessage.errors,
  handle: ({ caller, body: { content, ...rest }, idempotency }) =>
    send(caller, { ...rest, message: content, when_closed: 'reject' }, idempotency),
});

export const sendBatch = endpoint({
  ...ofMessages,
  method: 'POST',
  path: '/messages/batch',
  operationId: 'sendBatch',
  summary: 'Send up to 1,000 messages',
  description: `Accepts up to ${formatCount(maxBatch)} messages in one call. Each message is accepted or rejected separately, and the results are in the order of the messages. If your plan has too few messages left for the whole batch, messages are accepted in order until one does not fit. A batch counts as one API call, even if all its messages are rejected.`,
  scope: 'messages:send',
  apiCall: 'counted-with-send',
  countsRefused: true,
  takesList: true,
  idempotent: true,
  maxBody: 1024 * 1024,
  body: sendBatchInput,
  status: 202,
  message: 'Batch accepted',
  output: z.array(batchResultOutput),
  errors: ['message_limit_reached'],
  handle: ({ caller, body, idempotency }) => sendAll(caller, body.messages, idempotency),
});

const messageParams = z.object({
  id: safeText
    .max(64)
    .meta({ description: 'The `_id` of the message.', example: exampleValues.messageId }),
});

export const listScheduledMessages = endpoint({
  ...ofMessages,
  method: 'GET',
  path: '/messages/scheduled',
  operationId: 'listScheduledMessages',
  summary: 'List scheduled messages',
  description:
    'Lists the account’s scheduled messages of the key’s mode (live or test), the earliest first: messages that were sent with `send_at` and whose time has not come. Until its time comes, a scheduled message is in no other list.',
  scope: 'messages:read',
  query: pageInput,
  message: 'Scheduled messages',
  output: z.array(messageOutput),
  beside: pageOutput(
    'Whether there may be later entries.',
    'The value of `after` for the next page; null on the last page.',
    exampleValues.messageId,
  ),
  handle: async ({ caller, query, client }) => {
    const { livemode } = caller;
    return toPageResult(await listScheduled(toViewer(caller, client), { ...query, livemode }));
  },
});

export const rescheduleMessage = endpoint({
  ...ofMessages,
  method: 'PATCH',
  path: '/messages/{id}',
  operationId: 'rescheduleMessage',
  summary: 'Change the time of a scheduled message',
  description:
    'Changes the time of a scheduled message whose time has not come. The new time is at most three days before or after the time for which the message was first scheduled.',
  scope: 'messages:send',
  params: messageParams,
  body: rescheduleInput,
  message: 'Message rescheduled',
  output: messageOutput,
  errors: ['not_found', 'message_not_scheduled', 'dlt_promo_window'],
  handle: async ({ caller, params, body }) => ({ data: await reschedule(caller, params.id, body) }),
});

export const cancelMessage = endpoint({
  ...ofMessages,
  method: 'POST',
  path: '/messages/{id}/cancel',
  operationId: 'cancelMessage',
  summary: 'Cancel a scheduled message',
  description:
    'Cancels a scheduled message whose time has not come yet, and credits its segments back to your plan. Cancelling a cancelled message changes nothing, so the call is safe to repeat.',
  scope: 'messages:send',
  params: messageParams,
  message: 'Message cancelled',
  output: messageOutput,
  errors: ['not_found', 'message_not_scheduled'],
  handle: async ({ caller, params }) => ({ data: await cancelScheduled(caller, params.id) }),
});

export const listMessages = endpoint({
  ...ofMessages,
  method: 'GET',
  path: '/messages',
  operationId: 'listMessages',
  summary: 'List messages',
  description:
    'Lists the account’s messages, including one-time passwords, newest first. A live key lists the messages of live keys, a test key those of test keys. For each page, at most 10,000 messages are searched. So a page with filters can have fewer entries than `limit`, or none: continue until `next` is null.',
  scope: 'messages:read',
  query: listMessagesInput,
  message: 'Messages',
  output: z.array(messageOutput),
  beside: pageOutput(
    'Whether there may be older entries.',
    'The value of `after` for the next page; null on the last page.',
    exampleValues.messageId,
  ),
  handle: async ({ caller, query, client }) => {
    const { livemode } = caller;
    return toPageResult(await list(toViewer(caller, client), { ...query, livemode }));
  },
});

export const getMessage = endpoint({
  ...ofMessages,
  method: 'GET',
  path: '/messages/{id}',
  operationId: 'getMessage',
  summary: 'Get a message',
  description: 'Returns one message with its timeline: each attempt and each receipt.',
  scope: 'messages:read',
  params: messageParams,
  message: 'Message',
  output: messageWithTimelineOutput,
  errors: ['not_found'],
  handle: async ({ caller, params, client }) => ({
    data: await get(toViewer(caller, client), params.id, caller.livemode),
  }),
});

export const getAnalytics = endpoint({
  ...ofMessages,
  method: 'GET',
  path: '/analytics',
  operationId: 'getAnalytics',
  summary: 'Get analytics',
  description:
    'Returns figures about the messages and one-time passwords of a period: how many were accepted, delivered, failed or verified, how long delivery and verification took, and why messages failed. The response also has the figures of the preceding period of the same length. Each message and each one-time password counts in the hour in which it was accepted, so the counts agree with the list of messages. One-time passwords are not counted by sender, template or carrier: with a filter by one of these, `otpSent` and `otpVerified` are 0.',
  scope: 'messages:read',
  query: analyticsInput,
  message: 'Analytics',
  output: analyticsOutput,
  handle: async ({ caller, query }) => ({ data: await read(caller, query) }),
});
