import { messageOutput, sendMessageInput } from '#domain/messaging/messages/contract.ts';
import { sendMessage as send } from '#domain/messaging/messages/send-message.server.ts';
import { endpoint } from '../endpoint.ts';

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages/send-message',
  operationId: 'sendMessage',
  summary: 'Send a message',
  description:
    'Accepts one text. A success means that the message is stored; get its status by its `_id`.',
  tag: 'Messages',
  auth: 'key',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: sendMessageInput,
  status: 202,
  message: 'Message sent successfully!',
  output: messageOutput,
  errors: [
    'invalid_recipient',
    'unsupported_country',
    'message_empty',
    'message_too_long',
    'message_limit_reached',
  ],
  handle: ({ caller, body, idempotency }) => send(caller, body, idempotency),
});
