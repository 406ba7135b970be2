import { z } from 'zod';
import { forgotPasswordInput } from '#domain/identity/accounts/contract.ts';
import { requestPasswordReset } from '#domain/identity/accounts/request-password-reset.server.ts';
import { endpoint } from '../../endpoint.ts';

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/users/forgotPassword',
  operationId: 'forgotPassword',
  summary: 'Request a password reset link',
  description: 'The response is the same whether or not an account with this address exists.',
  tag: 'Account',
  auth: 'none',
  body: forgotPasswordInput,
  message: 'If there is an account with this address, a link to a new password is on its way.',
  output: z.null(),
  handle: async ({ body, client }) => {
    await requestPasswordReset(body.email, { from: client.address });
    return { data: null };
  },
});
