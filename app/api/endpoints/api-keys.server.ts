import { z } from 'zod';
import {
  apiKeyIdOrPublicId,
  createKeyInput,
  keyOutput,
  maxApiKeysPerAccount,
  updateKeyInput,
} from '#domain/identity/api-keys/contract.ts';
import { createKey, createKeyIdempotently } from '#domain/identity/api-keys/create-key.server.ts';
import { listKeys, listKeysWithSecrets } from '#domain/identity/api-keys/list-keys.server.ts';
import { deleteKey, revealSecret, updateKey } from '#domain/identity/api-keys/user-key.server.ts';
import {
  isRecentSignIn,
  requireRecentSignIn,
} from '#domain/identity/sessions/require-recent-sign-in.ts';
import { endpoint } from '../endpoint.ts';

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys/view-api-keys',
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: `Your API keys, oldest first; at most ${maxApiKeysPerAccount}. Secrets are included within 15 minutes of the login and masked after that.`,
  tag: 'API keys',
  auth: 'session',
  message: 'API keys',
  output: z.array(keyOutput),
  handle: async ({ caller }) => {
    const list = isRecentSignIn(caller) ? listKeysWithSecrets : listKeys;
    return { data: await list(caller.userId) };
  },
});

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

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/api-keys/{keyId}',
  operationId: 'updateApiKey',
  summary: 'Change an API key',
  description:
    'Omitted fields are unchanged. `null` removes the description or expiry. Takes effect within one second. Activating a key needs a login within the last 15 minutes.',
  tag: 'API keys',
  auth: 'session',
  params: z.object({ keyId: apiKeyIdOrPublicId }),
  body: updateKeyInput,
  message: 'API updated successfully',
  output: keyOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, body }) => {
    const { userId } = caller;
    if (body.isActive) requireRecentSignIn(caller);
    const key = await updateKey(userId, params.keyId, body);
    if (!isRecentSignIn(caller)) return { data: key };
    return { data: { ...key, secretKey: await revealSecret(userId, key._id) } };
  },
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/api-keys/{key}',
  operationId: 'deleteApiKey',
  summary: 'Delete an API key',
  description:
    'Needs a login within the last 15 minutes. Messages sent with the key are kept. The query parameter `keyId` names the key; without it the one in the path is used.',
  tag: 'API keys',
  auth: 'session',
  params: z.object({ key: apiKeyIdOrPublicId }),
  query: z.object({ keyId: apiKeyIdOrPublicId.optional() }),
  message: 'API deleted successfully',
  output: z.null(),
  beside: { newApis: z.array(keyOutput) },
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, query }) => {
    requireRecentSignIn(caller);
    const { userId } = caller;
    await deleteKey(userId, query.keyId ?? params.key);
    return { data: null, beside: { newApis: await listKeysWithSecrets(userId) } };
  },
});
