import { isFinal, type TrackedMessage } from '#app/console/following/contract.ts';
import type { Slot } from '#app/live/create-followers.server.ts';
import { respondWithEvents } from '#app/live/event-stream.server.ts';
import type { Wanted } from '#domain/messaging/messages/find-messages.ts';
import type { Sending } from '#platform/http/drain.ts';

/** The longest that a stream lasts, in milliseconds. */
const maxDurationMs = 60_000;

type Options = {
  wanted: Wanted;
  /** The stream's slot; released when the stream ends. */
  slot: Slot<Wanted, TrackedMessage>;
  request: Request;
  /** How the response gets on. */
  sending: Sending | undefined;
};

/**
 * Streams each change of a message as an event. The last event is `end`: the status is final, the session or
 * a minute is over, or the process shuts down.
 */
export function streamMessageEvents(
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
