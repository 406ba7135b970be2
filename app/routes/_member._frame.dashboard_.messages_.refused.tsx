import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-meta.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { RequestLog } from '#app/messages/request-log/request-log.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { getSettings } from '#domain/identity/settings/get-settings.server.ts';
import { listFailedRequests } from '#domain/messaging/request-log/list-failed-requests.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-error.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = screenMeta('messages');

/** Failed requests on a page. */
const pageSize = 25;

const refusedId = /^ref_[0-9A-HJKMNP-TV-Z]{26}$/;

/** One page of the refused requests, and whether they are kept now. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const last = new URL(request.url).searchParams.get('after');
  const after = last && refusedId.test(last) ? last : undefined;
  const [keys, refused, { errorLogging }] = await Promise.all([
    loadKeyNames(userId),
    listFailedRequests(userId, { after, limit: pageSize }),
    getSettings(userId),
  ]);
  return { keys, refused, after, isLogged: errorLogging };
}

export default function RefusedScreen() {
  return <RequestLog {...useLoaderData<typeof loader>()} />;
}
