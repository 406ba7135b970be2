import { z } from 'zod';
import { userOutput } from '#domain/billing/overview/contract.ts';
import { getUser } from '#domain/billing/overview/get-user.server.ts';
import { logInInput } from '#domain/identity/accounts/contract.ts';
import { logIn as signIn } from '#domain/identity/accounts/log-in.server.ts';
import { endpoint } from '../../endpoint.ts';

export const logIn = endpoint({
  method: 'POST',
  path: '/users/login',
  operationId: 'logIn',
  summary: 'Log in',
  description:
    'Creates a session and returns its token. Send it as `Authorization: Bearer` with account calls. After 20 wrong passwords for an account within a day, from any address, the password alone is not enough: the response is `login_code_required`, and if the password was correct a six-digit code is emailed. Send it as `code`, together with the password, within 10 minutes.',
  tag: 'Account',
  auth: 'none',
  body: logInInput,
  message: 'Login Successful',
  output: z.object({ user: userOutput }),
  beside: {
    token: z.string().meta({
      description:
        'The session token. It ends 30 days after its last use, and 180 days after the login.',
      example: 'kJ3v9QmX2bT7wLr5yHc8NfZ4sGd6pVa1uEoRiKtBxMw',
    }),
  },
  errors: ['invalid_credentials', 'login_code_required', 'login_code_incorrect'],
  handle: async ({ body, client }) => {
    const device = { kind: 'program', userAgent: client.userAgent } as const;
    const { userId, token } = await signIn(body, device, { from: client.address });
    return { data: { user: await getUser(userId) }, beside: { token } };
  },
});
