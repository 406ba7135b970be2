import { z } from 'zod';
import { apiKeyIdOrPublicId, keyOutput } from '#domain/identity/api-keys/contract.ts';
import { deleteKey } from '#domain/identity/api-keys/delete-key.server.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/list-keys.server.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { endpoint } from '../../endpoint.ts';

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
