import { z } from 'zod';
import { keyOutput, keyReference, updateKeyInput } from '#domain/credentials/contract.ts';
import { updateKey } from '#domain/credentials/update-key.server.ts';
import { endpoint } from '../../endpoint.ts';

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/api-keys/{keyId}',
  operationId: 'updateApiKey',
  summary: 'Change an API key',
  description:
    'What is left out stays as it is; `null` takes a description or an expiry away. In effect everywhere within a second.',
  tag: 'API keys',
  auth: 'session',
  params: z.object({ keyId: keyReference }),
  body: updateKeyInput,
  message: 'API updated successfully',
  output: keyOutput,
  errors: ['not_found'],
  handle: async ({ caller, params, body }) => ({
    data: await updateKey(caller.userId, params.keyId, body),
  }),
});
