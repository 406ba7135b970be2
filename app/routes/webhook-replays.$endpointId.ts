import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { orNotFound } from '#app/webhooks/require-known-keys.server.ts';
import { listRecoveries } from '#domain/webhooks/log/recover-events.ts';

/**
 * Returns the progress of a webhook endpoint's replays to the script of its page, which polls while one runs.
 *
 * @throws Response 404 if the account has no such endpoint
 */
export async function loader({ request, params: { endpointId = '' } }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const recoveries = await orNotFound(() => listRecoveries(userId, endpointId));
  return Response.json({ recoveries }, { headers: { 'cache-control': 'no-store' } });
}
