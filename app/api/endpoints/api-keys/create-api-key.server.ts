import { createKeyInput, keyOutput } from '#domain/identity/api-keys/contract.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { createKeyIdempotently } from '#domain/identity/api-keys/create-key-idempotently.server.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { endpoint } from '../../endpoint.ts';

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/create-api-key',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'Needs a login within the last 15 minutes. A repeated request with the same `Idempotency-Key` returns 404 if the key it created has been deleted.',
  tag: 'API keys',
  auth: 'session',
  idempotent: true,
  body: createKeyInput,
  status: 201,
  message: 'API Key created successfully',
  output: keyOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, body, idempotency, client }) => {
    requireRecentSignIn(caller);
    const { userId } = caller;
    const key = { ...body, createdFrom: client.address };
    if (idempotency) return createKeyIdempotently(userId, key, idempotency);
    return { data: await createKey({ ...key, userId }) };
  },
});
