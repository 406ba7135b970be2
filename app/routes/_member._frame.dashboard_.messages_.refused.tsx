import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-meta.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { RefusedLog } from '#app/messages/refused/refused-log.tsx';
import { requireSignedIn } from '#app/session/session.server.ts';
import { settingsOf } from '#domain/identity/settings/settings-of.server.ts';
import { listRefused } from '#domain/messaging/refused-requests/list-refused.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-error.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = screenMeta('messages');

/** Refused requests on a page. */
const pageSize = 25;

const refusedId = /^ref_[0-9A-HJKMNP-TV-Z]{26}$/;

/** One page of the refused requests, and whether they are kept now. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedIn(request);
  const last = new URL(request.url).searchParams.get('after');
  const after = last && refusedId.test(last) ? last : undefined;
  const [keys, refused, { errorLogging }] = await Promise.all([
    loadKeyNames(userId),
    listRefused(userId, { after, limit: pageSize }),
    settingsOf(userId),
  ]);
  return { keys, refused, after, isLogged: errorLogging };
}

export default function RefusedScreen() {
  return <RefusedLog {...useLoaderData<typeof loader>()} />;
}
