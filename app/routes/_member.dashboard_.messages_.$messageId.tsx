import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { MessageDetails } from '#app/messages/message-details.tsx';
import { loadKeyNames, readFilter, toViewer } from '#app/messages/read-filter.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { getMessage } from '#domain/messaging/messages/find-messages.ts';
import type { Viewer } from '#domain/messaging/text-views/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = screenMeta('messages');

/** Loads one message with its timeline, and the page of the log that it was opened from. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const signedIn = await requireSignedInUser(request);
  const { typed, after } = readFilter(new URL(request.url).searchParams);
  const [keys, message] = await Promise.all([
    loadKeyNames(signedIn.userId),
    find(toViewer(signedIn, args, 'page'), params.messageId ?? ''),
  ]);
  return data({ typed, after, keys, message }, { status: message ? 200 : 404 });
}

/** Null if the message does not exist or belongs to another user. */
async function find(viewer: Viewer, id: string) {
  try {
    return await getMessage(viewer, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}

export default function MessageScreen() {
  return <MessageDetails {...useLoaderData<typeof loader>()} />;
}
