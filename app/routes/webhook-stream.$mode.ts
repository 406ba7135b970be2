import type { LoaderFunctionArgs } from '@remix-run/node';
import { modes } from '#app/dashboard/mode/modes.ts';
import { createFollowers } from '#app/live/create-followers.server.ts';
import { respondFull, respondWithEvents } from '#app/live/event-stream.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { listenLimits, type StreamedEvents } from '#app/webhooks/listening.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findActiveSessions } from '#domain/identity/sessions/create-session.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data/render-webhook-data.ts';
import {
  type NewEvents,
  type Position,
  positionAfter,
  readNewEvents,
} from '#domain/webhooks/listening/manage-listener.ts';
import { ofInstance } from '#platform/instance.ts';

type Wanted = Pick<SignedInUser, 'sessionId'> & { position: Position };

/** The new events for a page; null if the account has not listened in the last hour. */
type Found = { news: NewEvents | null };

/** Reads the new events for the pages of all sessions that have not ended. */
async function readAll(list: Wanted[]): Promise<(Found | null)[]> {
  const [active, found] = await Promise.all([
    findActiveSessions(list.map(({ sessionId }) => sessionId)),
    readNewEvents(
      list.map(({ position }) => position),
      renderWebhookData,
    ),
  ]);
  return found.map((news, i) => (active.has(list[i]?.sessionId ?? '') ? { news } : null));
}

const acquireSlot = ofInstance(() => createFollowers({ ...listenLimits, everyMs: 500, readAll }));

/** The maximum duration of a stream, in milliseconds. After that the page opens another stream. */
const lastsMs = 120_000;

/** The time after which a client that got no slot may try again, in seconds. */
const retryAfterSeconds = 30;

const full = {
  user: `You already have ${listenLimits.perUser} pages that listen. Close one of them, or reload this page to see what has happened.`,
  network: 'Too many pages on your network listen. Reload this page to see what has happened.',
  all: 'Too many pages listen right now. Reload this page to see what has happened.',
};

/**
 * Streams the events of the account's listener of a mode as server-sent events. The stream ends when the listener or the
 * session ends, or after two minutes.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn)
    return new Response('Your session has expired. Please log in again.', { status: 401 });
  const mode = modes.find((name) => name === params.mode);
  if (!mode) return new Response('The mode is live or test.', { status: 404 });
  const { userId, sessionId } = signedIn;
  const slot = acquireSlot(userId, context.clientAddress ?? '');
  if (typeof slot === 'string') return respondFull(full[slot], retryAfterSeconds);
  const position = positionAfter({ userId, livemode: mode === 'live' }, lastIdOf(request));
  return respondWithEvents({
    ...{ request, sending: context.sending, lastsMs, release: slot.release },
    begin(stream) {
      slot.follow({ sessionId, position }, (found) => {
        if (!found) return stream.end();
        const { listener, events = [] } = found.news ?? {};
        const last = events.at(-1);
        if (last) return stream.send({ events } satisfies StreamedEvents, last._id);
        if (listener?.isOpen) return stream.keepAlive();
        stream.send({ events: [], isOver: true } satisfies StreamedEvents);
        stream.end();
      });
    },
  });
}

/** The id of the last event that the page has received: a browser that reconnects sends the id in a header. */
const lastIdOf = ({ headers, url }: Request): string | null =>
  headers.get('last-event-id') || new URL(url).searchParams.get('after');
