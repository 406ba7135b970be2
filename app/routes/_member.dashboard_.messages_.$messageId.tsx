import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getMessage as getMessageEndpoint } from '#app/api/endpoints/messages.server.ts';
import { highlight } from '#app/content/highlight.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/page-name.tsx';
import type { EventOfMessage, MessageWithTimeline } from '#app/messages/contract.ts';
import { MessageDetails, NoSuchMessage } from '#app/messages/message-details.tsx';
import {
  findMessage,
  loadKeyNames,
  readFilter,
  toViewer,
} from '#app/messages/read-filter.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import { formatMoment } from '#domain/shared/format.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { listEventsOfMessage } from '#domain/webhooks/log/read-events.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'messages',
  ({ found }: { found: { title: string } | null }) => found?.title ?? 'No such message',
);
export const meta = pageBelowMeta(handle, 'Message');

/** Loads one message with all that is known of it, and the page of the log that it was opened from. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const signedIn = await requireSignedInUser(request);
  const { userId } = signedIn;
  const { typed, after } = readFilter(new URL(request.url).searchParams);
  const [keys, message, endpoints] = await Promise.all([
    loadKeyNames(userId),
    findMessage(toViewer(signedIn, args, 'page'), params.messageId ?? ''),
    listEndpoints(userId),
  ]);
  if (!message) return data({ typed, after, found: null }, { status: 404 });
  const events = await listEventsOfMessage(userId, message._id, changesOf(message));
  const urls = new Map(endpoints.map(({ _id, url }) => [_id, url]));
  const found = {
    keys,
    message,
    title: titleOf(message),
    json: toJson(message),
    events: events.map(
      (event): EventOfMessage => ({ ...event, url: urls.get(event.endpoint) ?? null }),
    ),
    hasEndpoints: endpoints.some(({ livemode }) => livemode === message.livemode),
  };
  return data({ typed, after, found });
}

/** The recipient and the time, by which a person knows a message. */
function titleOf({ kind, recipient, createdAt }: MessageWithTimeline): string {
  const to = isErased(recipient) ? 'an erased number' : recipient;
  return `${kind === 'otp' ? 'Code' : 'Message'} to ${to}, ${formatMoment(new Date(createdAt), 'medium')}`;
}

/** When the message changed: a webhook event has the time of a change. */
const changesOf = ({ sentAt, settledAt, timeline }: MessageWithTimeline): number[] =>
  [sentAt, settledAt, ...timeline.map(({ at }) => at)]
    .filter((at) => at !== null)
    .map((at) => Date.parse(at));

function toJson(message: MessageWithTimeline) {
  const answer = { status: 'success', message: getMessageEndpoint.message, data: message };
  const text = JSON.stringify(answer, null, 2);
  return { text, html: highlight(text, 'json') };
}

export default function MessageScreen() {
  const { typed, after, found } = useLoaderData<typeof loader>();
  if (!found) return <NoSuchMessage after={after} typed={typed} />;
  return <MessageDetails after={after} typed={typed} {...found} />;
}
