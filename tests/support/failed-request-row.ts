import { newId } from '#platform/ids.ts';

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
  message:
    'Your plan has no API calls left this month. Choose a larger plan, or wait for the next usage month.',
  clientAddress: '192.0.2.1',
  requestId: newId('req', at.getTime()),
  ...more,
});
