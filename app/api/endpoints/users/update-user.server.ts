import { z } from 'zod';
import { userOutput } from '#domain/billing/overview/contract.ts';
import { getUser } from '#domain/billing/overview/get-user.server.ts';
import { updateUserInput } from '#domain/identity/accounts/contract.ts';
import { updateUser as update } from '#domain/identity/accounts/update-user.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import { safeText } from '#domain/shared/text.ts';
import { endpoint } from '../../endpoint.ts';

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/updateUser',
  operationId: 'updateUser',
  summary: 'Change your profile',
  description:
    'A new email address requires your `password`. It takes effect when the link emailed to it is opened; until then it is `pendingEmail`. The old address gets a link that undoes the change within 72 hours.',
  tag: 'Account',
  auth: 'session',
  query: z.object({
    id: safeText.max(64).meta({ description: 'Your own `_id`.', example: exampleValues.userId }),
  }),
  body: updateUserInput,
  message: 'Profile updated successfully',
  output: z.object({ doc: userOutput }),
  errors: ['reauthentication_required', 'email_taken', 'not_found'],
  handle: async ({ caller, query, body, client }) => {
    if (query.id !== caller.userId) throw new DomainError('not_found');
    await update(caller, body, { from: client.address });
    return { data: { doc: await getUser(caller.userId) } };
  },
});
