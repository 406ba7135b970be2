import { z } from 'zod';
import { userOutput } from '#domain/billing/overview/contract.ts';
import { getUser } from '#domain/billing/overview/get-user.server.ts';
import { endpoint } from '../../endpoint.ts';

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  operationId: 'getProfile',
  summary: 'Get your profile',
  description: 'The account with its plan, and its usage in the current usage month.',
  tag: 'Account',
  auth: 'session',
  message: 'Profile',
  output: z.object({ user: userOutput }),
  handle: async ({ caller }) => ({ data: { user: await getUser(caller.userId) } }),
});
