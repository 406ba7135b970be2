import { z } from 'zod';
import { keyOutput, maxKeys } from '#domain/credentials/contract.ts';
import { listKeys } from '#domain/credentials/list-keys.server.ts';
import { endpoint } from '../../endpoint.ts';

export const viewApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys/view-api-keys',
  operationId: 'viewApiKeys',
  summary: 'List API keys',
  description: `Your API keys with their secrets, oldest first; at most ${maxKeys}.`,
  tag: 'API keys',
  auth: 'session',
  message: 'API keys',
  output: z.array(keyOutput),
  handle: async ({ caller }) => ({ data: await listKeys(caller.userId) }),
});
