import type { LoaderFunctionArgs } from '@remix-run/node';
import { followLimits, isFinal, type TrackedMessage } from '#app/console/contract.ts';
import { findTrackedMessage } from '#app/console/handle-console-form.server.ts';
import { createFollowers, type Slot } from '#app/live/create-followers.server.ts';
import { respondFull, respondWithEvents } from '#app/live/event-stream.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { readFollowed, type Wanted } from '#domain/messaging/messages/find-messages.ts';
import type { Sending } from '#platform/http/drain.ts';
import { ofInstance } from '#platform/instance.ts';

const acquireSlot = ofInstance(() =>
  createFollowers({ ...followLimits, everyMs: 400, readAll: readFollowed }),
);

/** Time until a slot is likely to be free, in seconds: a stream lasts at most a minute. */
const retryAfterSeconds = 60;

const full = {
  user: `You already have ${followLimits.perUser} pages with live updates open. Close one of them, or reload this page for the current status.`,
  network:
    'Too many pages on your network have live updates open. Reload this page for the current status.',
  all: 'Too many pages have live updates open right now. Reload this page for the current status.',
};

/** The longest that a stream lasts, in milliseconds. */
const maxDurationMs = 60_000;

type Options = {
  wanted: Wanted;
  /** The stream's slot, released when the stream ends. */
  slot: Slot<Wanted, TrackedMessage>;
  request: Request;
  /** The progress of the response. */
  sending: Sending | undefined;
};

/**
 * Streams each change of a message as an event. The last event is `end`. It is sent when the status is final, when the
 * session has ended, after a minute, or when the process shuts down.
 */
function streamMessageEvents(
  first: TrackedMessage,
  { wanted, slot, request, sending }: Options,
): Response {
  return respondWithEvents({
    ...{ request, sending, lastsMs: maxDurationMs, release: slot.release },
    begin(stream) {
      let shown = '';
      const show = (message: TrackedMessage | null) => {
        if (!message) return stream.end();
        const news = JSON.stringify(message);
        if (news === shown) stream.keepAlive();
        else stream.send(message);
        shown = news;
        if (isFinal(message)) stream.end();
      };
      show(first);
      slot.follow(wanted, show);
    },
  });
}

/** Streams the status changes of a user's own message as server-sent events; 404 for any other message. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn)
    return new Response('Your session has expired. Please log in again.', { status: 401 });
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
