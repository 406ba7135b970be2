import { z } from 'zod';
import { updateUserInput, userOutput } from '#domain/accounts/contract.ts';
import { updateUser as update } from '#domain/accounts/update-user.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { examples } from '#domain/shared/examples.ts';
import { safeText } from '#domain/shared/text.ts';
import { endpoint } from '../../endpoint.ts';

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/updateUser',
  operationId: 'updateUser',
  summary: 'Change your profile',
  description: 'A new address has to be confirmed again, by the link that is mailed to it.',
  tag: 'Account',
  auth: 'session',
  query: z.object({
    id: safeText.max(64).meta({ description: 'Your own `_id`.', example: examples.userId }),
  }),
  body: updateUserInput,
  message: 'Profile updated successfully',
  output: z.object({ doc: userOutput }),
  errors: ['email_taken', 'not_found'],
  handle: async ({ caller, query, body }) => {
    if (query.id !== caller.userId) throw new DomainError('not_found');
    return { data: { doc: await update(caller.userId, body) } };
  },
});
