import { createKeyInput, keyOutput } from '#domain/credentials/contract.ts';
import { createKey } from '#domain/credentials/create-key.server.ts';
import { createKeyOnce } from '#domain/credentials/create-key-once.server.ts';
import { endpoint } from '../../endpoint.ts';

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/create-api-key',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'A repeat under one `Idempotency-Key` is answered 404 if the key it made was deleted since.',
  tag: 'API keys',
  auth: 'session',
  idempotent: true,
  body: createKeyInput,
  status: 201,
  message: 'API Key created successfully',
  output: keyOutput,
  errors: ['not_found'],
  handle: async ({ caller: { userId }, body, idempotency }) =>
    idempotency
      ? createKeyOnce(userId, body, idempotency)
      : { data: await createKey({ ...body, userId }) },
});
