import type { LoaderFunctionArgs } from '@remix-run/node';
import { findTrackedMessage } from '#app/console/find-tracked-message.server.ts';
import { followLimits } from '#app/console/following/contract.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { readFollowed } from '#domain/messaging/messages/read-followed.server.ts';
import { createFollowers } from './followers.server.ts';
import { streamMessageEvents } from './stream-message.server.ts';

const takePlace = createFollowers({ ...followLimits, everyMs: 400, look: readFollowed });

/** How long until a place is likely to be free again: a stream lives for a minute. */
const retryAfterSeconds = 60;

const full = {
  user: `${followLimits.perUser} pages of yours follow a message already. Close one of them, or reload this one for the present state.`,
  network:
    'Too many pages at your address follow a message already. Reload this one for the present state.',
  all: 'Too many pages follow a message at the moment. Reload this one for the present state.',
};

/** A message's states as they happen, as server-sent events. Somebody else's is not there. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn)
    return new Response('Your session has expired. Please sign in again.', { status: 401 });
  const place = takePlace(signedIn.userId, context.clientAddress ?? '');
  if (typeof place === 'string') {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    return new Response(full[place], { status: 429, headers });
  }
  try {
    const { sessionId } = signedIn;
    const messageId = params.messageId ?? '';
    const first = await findTrackedMessage(signedIn, messageId);
    if (!first) {
      place.leave();
      return new Response('There is no message by this id.', { status: 404 });
    }
    const wanted = { sessionId, messageId };
    return new Response(streamMessageEvents(first, { wanted, place, gone: request.signal }), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        // What compresses or collects an answer on its way would hold the news back.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    place.leave();
    throw error;
  }
}
