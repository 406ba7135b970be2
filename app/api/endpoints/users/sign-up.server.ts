import { z } from 'zod';
import { guardAttempt } from '#app/session/guard.server.ts';
import { signUpInput, userOutput } from '#domain/accounts/contract.ts';
import { getUser } from '#domain/accounts/get-user.server.ts';
import { signUp as register } from '#domain/accounts/sign-up.server.ts';
import { endpoint } from '../../endpoint.ts';

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup',
  operationId: 'signUp',
  summary: 'Sign up',
  description: 'Makes an account on the plan Free, and mails a link that confirms the address.',
  tag: 'Account',
  auth: 'none',
  body: signUpInput,
  status: 201,
  message: 'Account created successfully',
  output: z.object({ user: userOutput }),
  beside: { user: userOutput },
  errors: ['email_taken'],
  handle: async ({ body, client }) => {
    await guardAttempt('signup', client.address, body.email);
    const user = await getUser(await register(body));
    return { data: { user }, beside: { user } };
  },
});
