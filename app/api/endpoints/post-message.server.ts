import { messageOutput, postMessageInput } from '#domain/messaging/messages/contract.ts';
import { sendMessage } from '#domain/messaging/messages/send-message.server.ts';
import { endpoint } from '../endpoint.ts';
import { sendMessage as sendMessageEndpoint } from './send-message.server.ts';

export const postMessage = endpoint({
  method: 'POST',
  path: '/message',
  operationId: 'postMessage',
  summary: 'Send a message (short form)',
  description: 'The same as `/messages/send-message`, with the text in `content`.',
  tag: 'Messages',
  auth: 'key',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: postMessageInput,
  status: 202,
  message: sendMessageEndpoint.message,
  output: messageOutput,
  errors: sendMessageEndpoint.errors,
  handle: ({ caller, body: { content, ...rest }, idempotency }) =>
    sendMessage(caller, { ...rest, message: content }, idempotency),
});
