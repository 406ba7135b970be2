import { z } from 'zod';
import { messageWithTimelineOutput } from '#domain/messaging/messages/contract.ts';
import { getMessage as get } from '#domain/messaging/messages/find-messages.server.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import { safeText } from '#domain/shared/text.ts';
import { endpoint } from '../endpoint.ts';

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/{id}',
  operationId: 'getMessage',
  summary: 'Get a message',
  description: 'One message with its timeline: each attempt and each receipt.',
  tag: 'Messages',
  auth: 'key',
  params: z.object({
    id: safeText.max(64).meta({ description: 'Its `_id`.', example: exampleValues.messageId }),
  }),
  message: 'Message',
  output: messageWithTimelineOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({ data: await get(caller.userId, params.id) }),
});
