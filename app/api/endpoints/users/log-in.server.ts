import { z } from 'zod';
import { guardAttempt } from '#app/session/guard.server.ts';
import { logInInput, userOutput } from '#domain/accounts/contract.ts';
import { getUser } from '#domain/accounts/get-user.server.ts';
import { logIn as check } from '#domain/accounts/log-in.server.ts';
import { beginSession } from '#domain/sessions/begin-session.server.ts';
import { endpoint } from '../../endpoint.ts';

export const logIn = endpoint({
  method: 'POST',
  path: '/users/login',
  operationId: 'logIn',
  summary: 'Log in',
  description: 'Begins a session. Its token goes as bearer into the calls about the account.',
  tag: 'Account',
  auth: 'none',
  body: logInInput,
  message: 'Login Successful',
  output: z.object({ user: userOutput }),
  beside: {
    token: z
      .string()
      .meta({ description: 'The session token, good for 30 days after it was last used.' }),
  },
  errors: ['invalid_credentials', 'rate_limited'],
  handle: async ({ body, client }) => {
    await guardAttempt('login', client.address, body.email);
    const userId = await check(body);
    const user = await getUser(userId);
    return { data: { user }, beside: await beginSession(userId, client.userAgent) };
  },
});
