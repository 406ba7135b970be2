import { z } from 'zod';
import {
  batchResultOutput,
  maxBatch,
  sendBatchInput,
} from '#domain/messaging/messages/contract.ts';
import { sendBatch as send } from '#domain/messaging/messages/send-batch.server.ts';
import { endpoint } from '../endpoint.ts';

export const sendBatch = endpoint({
  method: 'POST',
  path: '/messages/batch',
  operationId: 'sendBatch',
  summary: 'Send up to 1,000 messages',
  description: `Accepts up to ${maxBatch} messages, each accepted or rejected separately; results are in the order of the messages. If the quota does not cover all of them, messages are accepted in order until one does not fit. A batch is one API call, even if all its messages are rejected.`,
  tag: 'Messages',
  auth: 'key',
  apiCall: 'counted-with-send',
  countsRefused: true,
  idempotent: true,
  maxBody: 1024 * 1024,
  body: sendBatchInput,
  status: 202,
  message: 'Batch accepted',
  output: z.array(batchResultOutput),
  errors: ['message_limit_reached'],
  handle: ({ caller, body, idempotency }) => send(caller, body.messages, idempotency),
});
