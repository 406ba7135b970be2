import { z } from 'zod';
import {
  apiKeyIdOrPublicId,
  keyOutput,
  updateKeyInput,
} from '#domain/identity/api-keys/contract.ts';
import { revealSecret } from '#domain/identity/api-keys/reveal-secret.server.ts';
import { updateKey } from '#domain/identity/api-keys/update-key.server.ts';
import {
  isRecentSignIn,
  requireRecentSignIn,
} from '#domain/identity/sessions/require-recent-sign-in.ts';
import { endpoint } from '../../endpoint.ts';

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
