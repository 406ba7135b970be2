import { z } from 'zod';
import { listMessagesInput, messageOutput } from '#domain/messaging/messages/contract.ts';
import { listMessages as list } from '#domain/messaging/messages/find-messages.server.ts';
import { endpoint } from '../endpoint.ts';

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  operationId: 'listMessages',
  summary: 'List messages',
  description: 'Your messages, newest first, one-time passwords included (without their text).',
  tag: 'Messages',
  auth: 'key',
  query: listMessagesInput,
  message: 'Messages',
  output: z.array(messageOutput),
  beside: { hasMore: z.boolean().meta({ description: 'Whether there are older ones.' }) },
  handle: async ({ caller, query }) => {
    const { entries, hasMore } = await list(caller.userId, query);
    return { data: entries, beside: { hasMore } };
  },
});
