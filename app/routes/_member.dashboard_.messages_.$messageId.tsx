import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getMessage as getMessageEndpoint } from '#app/api/endpoints/messages.server.ts';
import { highlight } from '#app/content/highlight.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import type { EventOfMessage, MessageWithTimeline } from '#app/messages/contract.ts';
import { MessageDetails, NoSuchMessage } from '#app/messages/message-details.tsx';
import {
  findMessage,
  loadKeyNames,
  readFilter,
  toViewer,
} from '#app/messages/read-filter.server.ts';
import { readPreferences } from '#app/preferences/read-preferences.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { findTemplateNames } from '#domain/dlt/registry/list-registry.ts';
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

/** Loads all stored data of one message, and the page of the log from which it was opened. */
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
  const { templateId } = message;
  const [{ zone }, events, names] = await Promise.all([
    readPreferences(request),
    listEventsOfMessage(userId, message._id, changesOf(message)),
    findTemplateNames(userId, templateId ? [templateId] : []),
  ]);
  const urls = new Map(endpoints.map(({ _id, url }) => [_id, url]));
  const found = {
    keys,
    message,
    templateName: (templateId && names[templateId]) ?? null,
    title: titleOf(message, zone),
    json: toJson(message),
    events: events.map(
      (event): EventOfMessage => ({ ...event, url: urls.get(event.endpoint) ?? null }),
    ),
    hasEndpoints: endpoints.some(({ livemode }) => livemode === message.livemode),
  };
  return data({ typed, after, found });
}

/** The recipient and the time, from which people recognise a message. */
function titleOf({ kind, recipient, createdAt }: MessageWithTimeline, zone: string): string {
  const to = isErased(recipient) ? 'an erased number' : recipient;
  return `${kind === 'otp' ? 'Code' : 'Message'} to ${to}, ${formatMoment(new Date(createdAt), 'medium', zone)}`;
}

/** The times at which the message changed. A webhook event has the time of the change that caused it. */
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
