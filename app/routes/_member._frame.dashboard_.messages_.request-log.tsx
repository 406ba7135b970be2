import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { RequestLog } from '#app/messages/request-log/request-log.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { listFailedRequests } from '#domain/messaging/request-log/log-failed-request.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = screenMeta('messages');

/** Entries per page. */
const pageSize = 25;

const entryId = /^ref_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Loads one page of the request log, and whether error logging is on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const last = new URL(request.url).searchParams.get('after');
  const after = last && entryId.test(last) ? last : undefined;
  const [keys, failed, { errorLogging }] = await Promise.all([
    loadKeyNames(userId),
    listFailedRequests(userId, { after, limit: pageSize }),
    getSettings(userId),
  ]);
  return { keys, failed, after, isLogged: errorLogging };
}

export default function RequestLogScreen() {
  return <RequestLog {...useLoaderData<typeof loader>()} />;
}
