import { z } from 'zod';
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
    'Needs the token of the emailed link, which works once. Ends every session. If the email address was not confirmed before, this also deactivates every API key (`PATCH /api-keys/{keyId}` activates one again) and removes the phone number and Slack address for notifications.',
  tag: 'Account',
  auth: 'none',
  params: z.object({
    token: safeText.max(128).meta({
      description: 'From the emailed link.',
      example: 'vN7cQ2xL9kT4mRb6wYh3JfZ8sGd5pVa1uEoXiKtBrMq',
    }),
  }),
  body: resetPasswordInput,
  message: 'Your password has been changed. Please sign in with the new one.',
  output: z.null(),
  handle: async ({ params, body, client }) => {
    await reset(params.token, body.password, { from: client.address });
    return { data: null };
  },
});
