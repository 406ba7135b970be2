import type { LoaderFunctionArgs } from '@remix-run/node';
import { findTrackedMessage } from '#app/console/find-tracked-message.server.ts';
import { followLimits } from '#app/console/following/contract.ts';
import { createFollowers } from '#app/live/create-followers.server.ts';
import { respondFull } from '#app/live/event-stream.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { readFollowed } from '#domain/messaging/messages/find-messages.ts';
import { streamMessageEvents } from './stream-message.server.ts';

const acquireSlot = createFollowers({ ...followLimits, everyMs: 400, readAll: readFollowed });

/** Time until a slot is likely to be free, in seconds: a stream lasts at most a minute. */
const retryAfterSeconds = 60;

const full = {
  user: `You already have ${followLimits.perUser} pages with live updates open. Close one of them, or reload this page for the current status.`,
  network:
    'Too many pages on your network have live updates open. Reload this page for the current status.',
  all: 'Too many pages have live updates open right now. Reload this page for the current status.',
};

/** Streams the status changes of a user's own message as server-sent events; 404 for any other message. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn)
    return new Response('Your session has expired. Please sign in again.', { status: 401 });
  const slot = acquireSlot(signedIn.userId, context.clientAddress ?? '');
  if (typeof slot === 'string') return respondFull(full[slot], retryAfterSeconds);
  try {
    const { sessionId } = signedIn;
    const messageId = params.messageId ?? '';
    const first = await findTrackedMessage(signedIn, messageId);
    if (!first) {
      slot.release();
      return new Response('You have no message with this ID.', { status: 404 });
    }
    const wanted = { sessionId, messageId };
    const { sending } = context;
    return streamMessageEvents(first, { wanted, slot, request, sending });
  } catch (error) {
    slot.release();
    throw error;
  }
}
