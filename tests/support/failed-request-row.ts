import { newId } from '#platform/ids.ts';

/** The row of a failed request at a time. */
export const aFailedRequestRow = (
  userId: string,
  at = new Date(),
  more: { message?: string } = {},
) => ({
  id: newId('ref', at.getTime()),
  userId,
  keyId: 'dk_00000000000000000000',
  createdAt: at,
  method: 'GET',
  path: '/balance',
  status: 402,
  code: 'api_call_limit_reached',
  message: 'The monthly API call limit of your plan is reached.',
  clientAddress: '192.0.2.1',
  requestId: newId('req', at.getTime()),
  ...more,
});
