import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { MessageLog } from '#app/messages/message-log.tsx';
import { readFilter } from '#app/messages/read-filter.server.ts';
import { toViewer } from '#app/messages/to-viewer.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { isLiveApiId } from '#domain/identity/api-keys/contract.browser.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages', byMode: true };
export const meta = screenMeta('messages');

/** Messages per page. */
const pageSize = 25;

/** Loads one page of the log of the dashboard's mode; null if the filter is invalid. A filter may name a key of the other mode. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { typed, errors, after, narrowed } = readFilter(new URL(args.request.url).searchParams);
  const viewer = toViewer(signedIn, args, 'page');
  const livemode = await readLivemode(args.request, signedIn);
  const [keys, page] = await Promise.all([
    loadKeyNames(signedIn.userId, livemode),
    narrowed && listMessages(viewer, { ...narrowed, after, limit: pageSize, livemode }),
  ]);
  const keyId = narrowed?.api_id;
  const otherKeyId = keyId !== undefined && isLiveApiId(keyId) !== livemode ? keyId : null;
  return data(
    { typed, errors, after, keys, page, livemode, otherKeyId },
    { status: narrowed ? 200 : 400 },
  );
}

export default function MessagesScreen() {
  return <MessageLog {...useLoaderData<typeof loader>()} />;
}
