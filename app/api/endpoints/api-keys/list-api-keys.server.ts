import { z } from 'zod';
import { keyOutput, maxApiKeysPerAccount } from '#domain/identity/api-keys/contract.ts';
import { listKeys, listKeysWithSecrets } from '#domain/identity/api-keys/list-keys.server.ts';
import { isRecentSignIn } from '#domain/identity/sessions/require-recent-sign-in.ts';
import { endpoint } from '../../endpoint.ts';

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
