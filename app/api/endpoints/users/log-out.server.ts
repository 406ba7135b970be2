import { z } from 'zod';
import { revokeSession } from '#domain/identity/sessions/revoke-session.server.ts';
import { endpoint } from '../../endpoint.ts';

export const logOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  operationId: 'logOut',
  summary: 'Log out',
  description: 'Ends the session of the token. Other sessions stay signed in.',
  tag: 'Account',
  auth: 'session',
  message: 'Logged out',
  output: z.null(),
  handle: async ({ caller }) => {
    await revokeSession(caller.userId, caller.sessionId);
    return { data: null };
  },
});
