import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { MessageLog } from '#app/messages/message-log.tsx';
import { readFilter } from '#app/messages/read-filter.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = screenMeta('messages');

/** Messages per page. */
const pageSize = 25;

/** Loads one page of the log; null if the filter is invalid. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const { typed, errors, after, narrowed } = readFilter(new URL(request.url).searchParams);
  const [keys, page] = await Promise.all([
    loadKeyNames(userId),
    narrowed && listMessages(userId, { ...narrowed, after, limit: pageSize }),
  ]);
  return data({ typed, errors, after, keys, page }, { status: narrowed ? 200 : 400 });
}

export default function MessagesScreen() {
  return <MessageLog {...useLoaderData<typeof loader>()} />;
}
