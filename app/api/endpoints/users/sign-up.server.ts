import { z } from 'zod';
import { userOutput } from '#domain/billing/overview/contract.ts';
import { signUpUser } from '#domain/billing/overview/sign-up-user.server.ts';
import { signUpInput } from '#domain/identity/accounts/contract.ts';
import { signUpIdempotency } from '#domain/identity/accounts/sign-up-idempotency.server.ts';
import { endpoint } from '../../endpoint.ts';

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup',
  operationId: 'signUp',
  summary: 'Sign up',
  description: 'Creates an account on the Free plan and emails a link that confirms the address.',
  tag: 'Account',
  auth: 'none',
  idempotent: true,
  body: signUpInput,
  status: 201,
  message: 'Account created successfully',
  output: z.object({ user: userOutput }),
  beside: { user: userOutput },
  errors: ['email_taken'],
  handle: async ({ body, client: { address }, idempotency }) => {
    const { data: user, replayed } = await signUpUser(body, {
      from: address,
      idempotency: idempotency ? signUpIdempotency(idempotency, body.email, address) : null,
    });
    return { data: { user }, beside: { user }, replayed };
  },
});
