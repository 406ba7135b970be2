import { z } from 'zod';
import { limitAuthAttempt } from '#app/session/limit-auth-attempts.server.ts';
import { resetPasswordInput } from '#domain/identity/accounts/contract.ts';
import { resetPassword as reset } from '#domain/identity/accounts/reset-password.server.ts';
import { safeText } from '#domain/shared/text.ts';
import { endpoint } from '../../endpoint.ts';

export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/users/resetPassword/{token}',
  operationId: 'resetPassword',
  summary: 'Set a new password',
  description:
    'By the token of the mailed link, which is good once. It ends every session. Where nobody had confirmed the e-mail address before, it turns every API key off, of which `PATCH /api-keys/{keyId}` turns one on again, and removes the number and the Slack address that notifications go to.',
  tag: 'Account',
  auth: 'none',
  params: z.object({
    token: safeText.max(128).meta({
      description: 'As it stands in the mailed link.',
      example: 'vN7cQ2xL9kT4mRb6wYh3JfZ8sGd5pVa1uEoXiKtBrMq',
    }),
  }),
  body: resetPasswordInput,
  message: 'Your password is changed. Please sign in with the new one.',
  output: z.null(),
  handle: async ({ params, body, client }) => {
    await limitAuthAttempt('reset', client.address, params.token);
    await reset(params.token, body.password);
    return { data: null };
  },
});
